//! Turns the rulebook and the content tables into constants, so that citing a rule that does
//! not exist does not compile.

fn main() {
    boneyard_rulebook::build::generate();
}
