//! A file of settings, as systemd's EnvironmentFile= reads it, so that commands run with what the service runs with. What it
//! says counts where the environment says nothing. A refusal names the line and never repeats it: it may hold a password.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

const FLAG: &str = "--settings";
const VARIABLE: &str = "UMEED_SETTINGS";

/// Puts what the file says into the environment, where settings are read from. To be called before anything else runs.
pub fn take_over() -> Result<(), String> {
    let Some(file) = named(std::env::args_os()).or_else(|| std::env::var_os(VARIABLE).filter(|name| !name.is_empty()))
    else {
        return Ok(());
    };
    for (name, value) in read(&PathBuf::from(file))? {
        if std::env::var_os(&name).is_none() {
            // SAFETY: nothing else runs yet that could read the environment at the same time.
            unsafe { std::env::set_var(name, value) };
        }
    }
    Ok(())
}

/// The flag is looked for here, since the others are read with what the file says.
fn named(mut arguments: impl Iterator<Item = OsString>) -> Option<OsString> {
    while let Some(argument) = arguments.next() {
        if argument == FLAG {
            return arguments.next();
        }
        if let Some(file) = argument.to_str().and_then(|text| text.strip_prefix(FLAG)?.strip_prefix('=')) {
            return Some(file.into());
        }
    }
    None
}

fn read(file: &Path) -> Result<Vec<(String, String)>, String> {
    let cannot = |cause: std::io::Error| {
        let hint = match cause.kind() {
            std::io::ErrorKind::PermissionDenied => ". Run it with sudo",
            _ => "",
        };
        format!("the settings in {} cannot be read: {cause}{hint}", file.display())
    };
    parse(&std::fs::read_to_string(file).map_err(cannot)?)
        .map_err(|line| format!("{}, line {line}: write NAME=value; a remark begins with #", file.display()))
}

/// The settings, or the number of the line that is none.
fn parse(text: &str) -> Result<Vec<(String, String)>, usize> {
    let mut settings = Vec::new();
    let mut lines = text.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let line = line.trim_start();
        if line.trim_end().is_empty() || line.starts_with(['#', ';']) {
            continue;
        }
        let (name, value) = line.split_once('=').ok_or(number + 1)?;
        let name = name.trim();
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            return Err(number + 1);
        }
        let mut value = value.to_owned();
        let value = loop {
            match unquoted(&value) {
                Some(value) => break value,
                // A quote that is still open, or a backslash at the end: it goes on in the next line.
                None => {
                    let (_, more) = lines.next().ok_or(number + 1)?;
                    value.push('\n');
                    value.push_str(more);
                }
            }
        };
        settings.push((name.to_owned(), value));
    }
    Ok(settings)
}

/// A value without its quotes and backslashes; `None` when it goes on after its end.
fn unquoted(text: &str) -> Option<String> {
    let mut value = String::new();
    // How much of the value is not white space at its end that nobody quoted.
    let mut kept = 0;
    let mut letters = text.trim_start().chars();
    let mut may_quote = true;
    while let Some(letter) = letters.next() {
        match letter {
            '\'' if may_quote => loop {
                match letters.next()? {
                    '\'' => break,
                    other => value.push(other),
                }
            },
            '"' if may_quote => loop {
                match letters.next()? {
                    '"' => break,
                    '\\' => match letters.next()? {
                        '\n' => {}
                        escaped @ ('"' | '\\' | '`' | '$') => value.push(escaped),
                        other => value.extend(['\\', other]),
                    },
                    other => value.push(other),
                }
            },
            '\\' => {
                may_quote = false;
                match letters.next()? {
                    '\n' => {}
                    other => value.push(other),
                }
            }
            space if space.is_whitespace() => {
                value.push(space);
                continue;
            }
            other => {
                may_quote = false;
                value.push(other);
            }
        }
        kept = value.len();
    }
    value.truncate(kept);
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// These values are what systemd 252 made of the same text.
    #[test]
    fn settings_are_read_as_systemd_reads_them() {
        let text = "# a remark\n; another\n\nUMEED_LISTEN=127.0.0.1:80\n  UMEED_MAIL_FROM = Our Foundation <a@b.example>  \n\
                    UMEED_SMTP=\"smtp://a%40b:p\\\"w$d@mail\"\nA='it is # \"this\"'\nB=\nC=one\\\ntwo\nD=a\\\\b 'c'\nE=\"x\ny\" \n\
                    F=\"a\\qb\"\nG=\"a\"'b'c\"d\"\nH='a\\'\nI=a#b ;c\n";
        let read = parse(text).unwrap();
        let expected = [
            ("UMEED_LISTEN", "127.0.0.1:80"),
            ("UMEED_MAIL_FROM", "Our Foundation <a@b.example>"),
            ("UMEED_SMTP", "smtp://a%40b:p\"w$d@mail"),
            ("A", "it is # \"this\""),
            ("B", ""),
            ("C", "onetwo"),
            ("D", "a\\b 'c'"),
            ("E", "x\ny"),
            ("F", "a\\qb"),
            ("G", "abc\"d\""),
            ("H", "a\\"),
            ("I", "a#b ;c"),
        ];
        assert_eq!(read, expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
    }

    #[test]
    fn a_line_that_is_none_is_named_and_not_repeated() {
        for (text, line) in [("A=1\nhush", 2), ("a b=hush", 1), ("=hush", 1), ("A='hush", 1)] {
            assert_eq!(parse(text), Err(line), "{text}");
        }
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("umeed.conf");
        std::fs::write(&file, "A=1\nhush\n").unwrap();
        let wrong = read(&file).unwrap_err();
        assert!(wrong.contains("line 2") && !wrong.contains("hush"), "{wrong}");
        assert!(read(&folder.path().join("none")).unwrap_err().contains("cannot be read"));
    }

    #[test]
    fn the_flag_is_found_in_both_forms() {
        let named = |words: &[&str]| named(words.iter().map(OsString::from)).map(|file| file.into_string().unwrap());
        assert_eq!(named(&["umeed", "doctor", "--settings", "/x"]), Some("/x".into()));
        assert_eq!(named(&["umeed", "--settings=/x", "doctor"]), Some("/x".into()));
        assert_eq!(named(&["umeed", "serve"]), None);
    }
}
