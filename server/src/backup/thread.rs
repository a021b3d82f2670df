//! A thread for the work of backups: it blocks on disks and networks, so it is none of the runtime's, and it yields to
//! everybody else, so that visitors do not notice it.

use anyhow::Context;
use tokio::runtime::Handle;
use tokio::sync::oneshot;

/// Halfway to the lowest.
const NICE: i32 = 10;

/// Does the work and gives back its result. A server that is asked to stop does not wait for it.
pub async fn on_own_thread<T: Send + 'static>(
    work: impl FnOnce(&Handle) -> anyhow::Result<T> + Send + 'static,
) -> anyhow::Result<T> {
    let (answer, answered) = oneshot::channel();
    let handle = Handle::current();
    let work = move || {
        // On Linux a thread has a priority of its own. Where it cannot be changed, the work is done all the same.
        let _ = rustix::process::setpriority_process(None, NICE);
        // Connections and timers are made for the runtime that uses them.
        let _runtime = handle.enter();
        drop(answer.send(work(&handle)));
    };
    std::thread::Builder::new().name("backup".into()).spawn(work)?;
    answered.await.context("the backup was cut off")?
}
