//! `boneyard verify`: checks the dice of a stretch of play against their proof, without the table.

use std::fs;
use std::io::Write;

use boneyard_dice::fair::{Proof, verify};
use serde_json::json;

use super::{Done, write_json};
use crate::Failure;
use crate::cli::Verify;

pub(super) fn run(args: &Verify, out: &mut dyn Write) -> Result<Done, Failure> {
    let text = fs::read_to_string(&args.file).map_err(|error| Failure::unread(&args.file, &error))?;
    let proof: Proof = serde_json::from_str(&text)
        .map_err(|error| Failure::said(format!("{} is no proof of dice: {error}.", args.file.display())))?;
    let checked = verify(&proof);
    if args.json {
        let told = match &checked {
            Ok(verified) => json!({ "holds": true, "checked": verified }),
            Err(wrong) => json!({ "holds": false, "wrong": wrong.to_string() }),
        };
        write_json(out, &told)?;
        return Ok(if checked.is_ok() { Done::Well } else { Done::Badly });
    }
    match checked {
        Ok(verified) => {
            writeln!(out, "The proof holds.")?;
            writeln!(out, "The seed is the one promised before the first die: {}.", proof.commitment)?;
            let mixed: Vec<&str> = proof.contributions.iter().map(|mixed| mixed.who.as_str()).collect();
            if mixed.is_empty() {
                writeln!(out, "Nobody mixed words into it.")?;
            } else {
                writeln!(out, "Words were mixed in by {}.", mixed.join(", "))?;
            }
            writeln!(out, "All {} dice match the seed.", verified.draws)?;
            Ok(Done::Well)
        }
        Err(wrong) => Err(Failure::said(format!("The proof does not hold. {wrong}"))),
    }
}
