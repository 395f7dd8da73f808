#![no_main]
libfuzzer_sys::fuzz_target!(|text: &[u8]| entail_fuzz::read("kakuro", text));
