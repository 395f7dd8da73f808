//! The instances of a race: a folder of models, or a table that names a model and its data on each line.

use std::path::{Path, PathBuf};

/// A model with its data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    pub name: String,
    pub model: PathBuf,
    pub data: Option<PathBuf>,
}

impl Instance {
    pub fn new(model: PathBuf, data: Option<PathBuf>) -> Self {
        let model_name = stem(&model);
        let name = match &data {
            None => model_name,
            Some(data) if stem(data).starts_with(&format!("{model_name}-")) => stem(data),
            Some(data) => format!("{model_name} {}", stem(data)),
        };
        Self { name, model, data }
    }
}

/// The instances that `place` names: those below a folder, or the lines of a table with paths relative to `root`.
pub fn read(place: &Path, root: &Path) -> Result<Vec<Instance>, String> {
    let mut instances = Vec::new();
    if place.is_dir() {
        folder(place, &mut instances)?;
    } else {
        let text = std::fs::read_to_string(place).map_err(|e| format!("{}: {e}", place.display()))?;
        instances = table(&text, root).map_err(|e| format!("{}: {e}", place.display()))?;
    }
    for path in instances.iter().flat_map(|instance| [Some(&instance.model), instance.data.as_ref()]).flatten() {
        if !path.is_file() {
            return Err(format!("{}: no such file", path.display()));
        }
    }
    if instances.is_empty() { Err(format!("{}: no instances", place.display())) } else { Ok(instances) }
}

/// Lines of columns separated by tabs; the first line names them, among them `model` and `data` (`-` where there is none).
fn table(text: &str, root: &Path) -> Result<Vec<Instance>, String> {
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().unwrap_or_default().split('\t').collect();
    let column = |name| header.iter().position(|head| *head == name).ok_or(format!("no column `{name}`"));
    let (model, data) = (column("model")?, column("data")?);
    let mut instances = Vec::new();
    for (number, line) in (2..).zip(lines).filter(|(_, line)| !line.is_empty()) {
        let fields: Vec<&str> = line.split('\t').collect();
        let (Some(model), Some(data)) = (fields.get(model), fields.get(data)) else {
            return Err(format!("line {number} has {} columns, the first has {}", fields.len(), header.len()));
        };
        instances.push(Instance::new(root.join(model), (*data != "-").then(|| root.join(data))));
    }
    Ok(instances)
}

/// Every model of the folder and below, with each data file beside it that is called `MODEL-…`, or with every one where the
/// model is the only one there; alone where there is no such file.
fn folder(place: &Path, into: &mut Vec<Instance>) -> Result<(), String> {
    let entries = std::fs::read_dir(place).map_err(|e| format!("{}: {e}", place.display()))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    let with =
        |ending: &str| paths.iter().filter(|path| path.extension().is_some_and(|e| e == ending)).collect::<Vec<_>>();
    let (models, data) = (with("mzn"), with("dzn"));
    for model in &models {
        let prefix = format!("{}-", stem(model));
        let its = |path: &&&PathBuf| models.len() == 1 || stem(path).starts_with(&prefix);
        let before = into.len();
        into.extend(data.iter().filter(its).map(|data| Instance::new((*model).clone(), Some((*data).clone()))));
        if into.len() == before {
            into.push(Instance::new((*model).clone(), None));
        }
    }
    paths.iter().filter(|path| path.is_dir()).try_for_each(|path| folder(path, into))
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_names_models_and_data_below_the_root() {
        let text = "band\tmodel\tdata\neasy\talpha/alpha.mzn\t-\neasy\tqueens/queens.mzn\tqueens/008.dzn\n";
        let read = table(text, Path::new("/r")).expect("well-formed");
        assert_eq!(read.iter().map(|i| i.name.as_str()).collect::<Vec<_>>(), ["alpha", "queens 008"]);
        assert_eq!(read[1].data.as_deref(), Some(Path::new("/r/queens/008.dzn")));
    }

    #[test]
    fn a_short_line_of_a_table_is_refused_with_its_number() {
        let error = table("model\tdata\na.mzn\n", Path::new("")).expect_err("no data");
        assert_eq!(error, "line 2 has 1 columns, the first has 2");
    }

    #[test]
    fn data_goes_with_the_model_it_is_named_after() {
        let model = PathBuf::from("m/queens.mzn");
        assert_eq!(Instance::new(model.clone(), Some("m/queens-small.dzn".into())).name, "queens-small");
        assert_eq!(Instance::new(model, Some("m/008.dzn".into())).name, "queens 008");
    }
}
