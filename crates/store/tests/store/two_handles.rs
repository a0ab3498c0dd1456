//! Two programs, or two hands of one, at the same table: nothing is lost, nothing is doubled.

use std::sync::Arc;
use std::task::Poll;

use boneyard_store::{Journal, NewRecord, Seq, StoreError, blocking};
use proptest::prelude::*;

use crate::scene::{Scene, fact, table, written};

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn however_two_handles_interleave_the_journal_is_what_was_acknowledged(
        moves in prop::collection::vec((any::<bool>(), 1..4u64, 0..3u64, any::<bool>()), 1..24)
    ) {
        let scene = Scene::crypt(0);
        let other = blocking::Store::open(scene.path()).expect("a second handle opens");
        let mut acknowledged: Vec<NewRecord> = Vec::new();
        for (turn, (first, count, stale, retried)) in moves.into_iter().enumerate() {
            let (mine, theirs) = if first { (&scene.store, &other) } else { (&other, &scene.store) };
            let last = acknowledged.len() as u64;
            let after = Seq(last.saturating_sub(stale));
            let records: Vec<NewRecord> = (0..count).map(|n| fact(turn as u64 * 10 + n)).collect();
            let command = format!("turn-{turn}");
            let outcome = mine.append("crypt", after, &records, Some(&command));
            if after == Seq(last) {
                prop_assert_eq!(outcome, Ok(Seq(last + count)));
                acknowledged.extend(records.clone());
                if retried {
                    let again = theirs.append("crypt", after, &records, Some(&command));
                    prop_assert_eq!(again, Err(StoreError::AlreadyDone { seq: Seq(last + count) }));
                }
            } else {
                let conflict = StoreError::Conflict { id: "crypt".into(), after, last: Seq(last) };
                prop_assert_eq!(outcome, Err(conflict));
            }
            prop_assert_eq!(&written(&theirs.read("crypt", Seq(1)).expect("it reads")), &acknowledged);
        }
    }
}

/// Appends each of `words` where the table ends by then, trying again after every conflict.
async fn chatter(store: Arc<boneyard_store::Store>, words: Vec<NewRecord>) {
    for word in words {
        let mut after = store.info("crypt").await.expect("it is listed").last;
        while let Err(error) = store.append("crypt", after, std::slice::from_ref(&word), None).await {
            let StoreError::Conflict { last, .. } = error else { panic!("only conflicts happen: {error}") };
            after = last;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn four_voices_on_two_handles_are_all_heard_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("camp.boneyard");
    let one = Arc::new(boneyard_store::Store::open(&path).await.expect("a new save opens"));
    let two = Arc::new(boneyard_store::Store::open(&path).await.expect("a second handle opens"));
    one.create(&table("crypt"), &[]).await.expect("the crypt is created");

    let said = |voice: u64| (0..25).map(|n| fact(voice * 100 + n)).collect::<Vec<_>>();
    let voices: Vec<_> = (0..4)
        .map(|voice| {
            tokio::spawn(chatter(if voice % 2 == 0 { one.clone() } else { two.clone() }, said(voice)))
        })
        .collect();
    for voice in voices {
        voice.await.expect("a voice speaks to its end");
    }

    let heard = written(&one.read("crypt", Seq(1)).await.expect("every checksum fits"));
    assert_eq!(heard.len(), 100);
    for voice in 0..4 {
        let own: Vec<NewRecord> = heard.iter().filter(|word| said(voice).contains(word)).cloned().collect();
        assert_eq!(own, said(voice), "each voice is heard whole and in order");
    }
}

#[tokio::test]
async fn a_call_given_up_half_way_leaves_nothing_half_done() {
    let folder = tempfile::tempdir().expect("a folder");
    let store =
        boneyard_store::Store::open(folder.path().join("camp.boneyard")).await.expect("a new save opens");
    store.create(&table("crypt"), &[]).await.expect("the crypt is created");
    let mut last = Seq::START;
    let mut finished = 0;
    for patience in 1..=40 {
        let records = [fact(1), fact(2), fact(3)];
        if give_up_after(patience, store.append("crypt", last, &records, None)).await {
            finished += 1;
        }
        let records = store.read("crypt", Seq(1)).await.expect("it reads");
        assert_eq!(records.len() % 3, 0, "all of an append is there, or none of it");
        // An append given up during its commit may still land; asking the table settles which.
        last = loop {
            let known = store.info("crypt").await.expect("it is listed").last;
            match store.append("crypt", known, &[fact(4), fact(5), fact(6)], None).await {
                Ok(seq) => break seq,
                Err(error) => assert!(matches!(error, StoreError::Conflict { .. }), "{error}"),
            }
        };
    }
    assert!((1..40).contains(&finished), "some calls were given up, some were not: {finished}");
}

/// Polls a call at most `patience` times and then drops it, whatever it is in the middle of.
/// Whether it came to its end.
async fn give_up_after<T, E: std::fmt::Debug>(
    patience: u32,
    call: impl Future<Output = Result<T, E>>,
) -> bool {
    let mut call = std::pin::pin!(call);
    let mut polls = 0;
    std::future::poll_fn(|cx| {
        polls += 1;
        match call.as_mut().poll(cx) {
            Poll::Ready(outcome) => Poll::Ready(outcome.map(|_| true).expect("it is not refused")),
            Poll::Pending if polls == patience => Poll::Ready(false),
            Poll::Pending => Poll::Pending,
        }
    })
    .await
}
