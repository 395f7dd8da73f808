//! What earlier runs found, kept below `target/`: a run is known by everything it depends on.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::protocol::Found;

/// One solver on one instance.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Run {
    pub found: Found,
    /// Processor time.
    pub seconds: f64,
    /// The last answer, as printed.
    pub answer: Option<String>,
    /// From an earlier race.
    #[serde(skip)]
    pub reused: bool,
}

impl Run {
    /// One that could not start.
    pub fn failed(why: String) -> Self {
        Self { found: Found::Failed(why), seconds: 0.0, answer: None, reused: false }
    }
}

/// A folder of runs.
pub struct Store(PathBuf);

impl Store {
    pub fn open(folder: &Path) -> Result<Self, String> {
        std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        Ok(Self(folder.to_owned()))
    }

    /// The run that is kept under the key. One that cannot be read is as good as none.
    pub fn get(&self, key: &impl Hash) -> Option<Run> {
        let text = std::fs::read_to_string(self.path(key)).ok()?;
        serde_json::from_str(&text).ok().map(|run| Run { reused: true, ..run })
    }

    pub fn put(&self, key: &impl Hash, run: &Run) -> Result<(), String> {
        let path = self.path(key);
        let text = serde_json::to_string(run).expect("a run is plain data");
        std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))
    }

    fn path(&self, key: &impl Hash) -> PathBuf {
        self.0.join(format!("{:016x}.json", hash(key)))
    }
}

pub fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Of the contents of files, and of the files of folders by their names.
pub fn fingerprint(places: &[&Path]) -> Result<u64, String> {
    let mut hasher = DefaultHasher::new();
    for place in places {
        let mut files = vec![place.to_path_buf()];
        if place.is_dir() {
            let entries = std::fs::read_dir(place).map_err(|e| format!("{}: {e}", place.display()))?;
            files = entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.is_file()).collect();
            files.sort();
        }
        for file in files {
            file.file_name().hash(&mut hasher);
            std::fs::read(&file).map_err(|e| format!("{}: {e}", file.display()))?.hash(&mut hasher);
        }
    }
    Ok(hasher.finish())
}
