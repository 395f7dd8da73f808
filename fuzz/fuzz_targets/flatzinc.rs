#![no_main]
// Whatever the text, a program or a message. Models have no text that could be written back.
libfuzzer_sys::fuzz_target!(|text: &[u8]| drop(entail_flatzinc::read(text)));
