//! `boneyard map`: what a Universal VTT file holds, drawn in text, or why it is refused.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::Path;

use boneyard_board::{Between, Square};
use boneyard_uvtt::{MOST_BYTES, VttMap};
use serde_json::json;

use super::{Done, write_json};
use crate::Failure;
use crate::cli::Map;

pub(super) fn run(args: &Map, out: &mut dyn Write) -> Result<Done, Failure> {
    let bytes = read(&args.file)?;
    let map = VttMap::read(&bytes)
        .map_err(|fault| Failure::said(format!("{} is refused. {fault}", args.file.display())))?;
    let (width, height) = map.size();
    let objects = map.barriers.iter().filter(|barrier| barrier.object).count();
    let walls = map.barriers.len() - objects;
    if args.json {
        let lights = map.lights.iter().map(|light| {
            let colour = light.colour.map(|colour| colour.to_string());
            json!({ "square": light.square.to_string(), "range": light.range, "colour": colour })
        });
        let portals = map.portals.iter().map(|portal| {
            json!({ "from": portal.from, "to": portal.to, "open": portal.open, "doors": portal.doors })
        });
        let picture = map.picture.as_ref().map(|picture| {
            let kind = picture.kind.media_type();
            json!({ "kind": kind, "width": picture.width, "height": picture.height, "bytes": picture.bytes.len() })
        });
        let told = json!({
            "width": width,
            "height": height,
            "walls": walls,
            "objects": objects,
            "portals": portals.collect::<Vec<_>>(),
            "lights": lights.collect::<Vec<_>>(),
            "ambient": map.ambient.map(|colour| colour.to_string()),
            "picture": picture,
        });
        write_json(out, &told)?;
        return Ok(Done::Well);
    }
    writeln!(out, "{width} by {height} squares.")?;
    writeln!(out, "{walls} segments of wall, {objects} around objects.")?;
    let open = map.portals.iter().filter(|portal| portal.open).count();
    writeln!(out, "{} doors and windows, {open} of them open.", map.portals.len())?;
    for light in &map.lights {
        let far = format!("{}.{:03}", light.range / 1000, light.range % 1000);
        let far = far.trim_end_matches('0').trim_end_matches('.');
        let colour = light.colour.map_or(String::new(), |colour| format!(", {colour}"));
        writeln!(out, "A light in {}, {far} squares{colour}.", light.square)?;
    }
    match &map.picture {
        Some(picture) => {
            let (kind, bytes) = (picture.kind.media_type(), picture.bytes.len());
            writeln!(
                out,
                "A picture of {} by {} pixels, {kind}, {bytes} bytes.",
                picture.width, picture.height
            )?;
        }
        None => writeln!(out, "No picture.")?,
    }
    writeln!(out, "\n{}", drawn(&map))?;
    Ok(Done::Well)
}

/// No more is read than a map may have, whatever the file's length.
fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let unread = |error| Failure::unread(path, &error);
    let known = fs::metadata(path).map_err(unread)?.len();
    let most = MOST_BYTES as u64;
    let mut bytes = Vec::with_capacity(usize::try_from(known.min(most)).unwrap_or_default());
    File::open(path).and_then(|file| file.take(most + 1).read_to_end(&mut bytes)).map_err(unread)?;
    Ok(bytes)
}

/// The squares on ruled paper, as content draws them.
fn drawn(map: &VttMap) -> String {
    let (width, height) = map.size();
    let line = |one: Square, other: Square, wall: char| match map.chart.between(one, other) {
        Between::Nothing => ' ',
        Between::Wall => wall,
        Between::Door(door) => {
            if map.chart.doors().get(usize::from(door.0)).is_some_and(|door| door.open) {
                '\''
            } else {
                '+'
            }
        }
    };
    let frame: String = "+-".repeat(usize::from(width.unsigned_abs())) + "+";
    let mut rows = vec![frame.clone()];
    for y in 0..height {
        let (mut squares, mut below) = (String::from("|"), String::from("+"));
        for x in 0..width {
            let (here, right, under) = (Square::new(x, y), Square::new(x + 1, y), Square::new(x, y + 1));
            squares.push('.');
            squares.push(if x + 1 == width { '|' } else { line(here, right, '|') });
            below.push(line(here, under, '-'));
            below.push('+');
        }
        rows.push(squares);
        rows.push(if y + 1 == height { frame.clone() } else { below });
    }
    rows.join("\n")
}
