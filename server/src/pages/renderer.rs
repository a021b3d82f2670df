//! React in an embedded engine: the only user of the JavaScript engine. Each engine lives on a thread of its own and
//! does one thing at a time; a deadline cuts off what gets stuck, and after any failure the engine is built anew. Of
//! those that have nothing to do, the one that worked last gets the next call: it is still in the processor's memory.

mod bytecode;

use std::borrow::Cow;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, Weak};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};
use rquickjs::{CatchResultExt, Context, Ctx, Function, Module, Object, Runtime};
use tokio::sync::oneshot;

pub use bytecode::compile;

use crate::turns;

/// The web app's server entry, compiled (see `bytecode`).
pub const SCRIPT: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/server.bytecode"));
const SHIM: &str = include_str!("shim.js");

const ENGINES: usize = 2;
const MAX_MEMORY: usize = 64 * 1024 * 1024;
/// What may have come together before garbage is looked for in the middle of a call.
const MAX_GARBAGE: usize = 24 * 1024 * 1024;
const MAX_STACK: usize = 1024 * 1024;
const THREAD_STACK: usize = 4 * 1024 * 1024;
const MAX_RENDER: Duration = Duration::from_secs(5);
const NO_PANIC: &str = "no panic while the queue is held";
/// After so long without a call an engine clears away its garbage.
const PAUSE: Duration = Duration::from_millis(500);

/// A call of one of the script's functions: text in, text out.
struct Call {
    function: &'static str,
    arguments: Vec<String>,
    answer: Box<dyn Answer>,
}

/// What becomes of the text, on the engine's thread: another one would first have to get its turn.
trait Answer: Send {
    /// Whether nobody waits for it any more.
    fn is_unwanted(&self) -> bool;
    fn give(self: Box<Self>, text: anyhow::Result<String>);
}

struct Finish<T, F> {
    finish: F,
    answer: oneshot::Sender<anyhow::Result<T>>,
}

impl<T: Send, F: FnOnce(String) -> anyhow::Result<T> + Send> Answer for Finish<T, F> {
    fn is_unwanted(&self) -> bool {
        self.answer.is_closed()
    }

    fn give(self: Box<Self>, text: anyhow::Result<String>) {
        let Finish { finish, answer } = *self;
        let finished = catch_unwind(AssertUnwindSafe(|| text.and_then(finish)));
        let _ = answer.send(finished.unwrap_or_else(|_| Err(anyhow!("what was rendered could not be used"))));
    }
}

pub struct Renderer {
    queue: Arc<Mutex<Queue>>,
}

/// Calls that wait for an engine, or engines that wait for a call.
#[derive(Default)]
struct Queue {
    calls: VecDeque<Call>,
    /// The one that worked last is the last.
    idle: Vec<mpsc::Sender<Call>>,
}

impl Queue {
    fn add(&mut self, mut call: Call) {
        while let Some(engine) = self.idle.pop() {
            match engine.send(call) {
                Ok(()) => return,
                Err(mpsc::SendError(unsent)) => call = unsent,
            }
        }
        self.calls.push_back(call);
    }
}

impl Renderer {
    /// Starts the threads; an engine is built when its thread gets the first call.
    pub fn start(script: Cow<'static, [u8]>) -> anyhow::Result<Renderer> {
        Renderer::with_limit(script, MAX_RENDER)
    }

    fn with_limit(script: Cow<'static, [u8]>, max_time: Duration) -> anyhow::Result<Renderer> {
        let (queue, script) = (Arc::<Mutex<Queue>>::default(), Arc::new(script));
        for number in 0..ENGINES {
            let (queue, script) = (Arc::downgrade(&queue), script.clone());
            thread::Builder::new()
                .name(format!("render-{number}"))
                .stack_size(THREAD_STACK)
                .spawn(move || serve(&script, max_time, &queue))?;
        }
        Ok(Renderer { queue })
    }

    pub async fn call(&self, function: &'static str, arguments: Vec<String>) -> anyhow::Result<String> {
        self.call_and(function, arguments, Ok).await
    }

    /// Calls, and makes something of the text.
    pub async fn call_and<T: Send + 'static>(
        &self,
        function: &'static str,
        arguments: Vec<String>,
        finish: impl FnOnce(String) -> anyhow::Result<T> + Send + 'static,
    ) -> anyhow::Result<T> {
        let (answer, answered) = oneshot::channel();
        let answer = Box::new(Finish { finish, answer });
        self.queue.lock().expect(NO_PANIC).add(Call { function, arguments, answer });
        answered.await.context("the renderer gave no answer")?
    }
}

fn serve(script: &[u8], max_time: Duration, queue: &Weak<Mutex<Queue>>) {
    let mut engine: Option<Engine> = None;
    while let Some(Call { function, arguments, answer }) = next(queue, engine.as_ref()) {
        if answer.is_unwanted() {
            continue;
        }
        let _long = turns::Long::begin();
        let started = Instant::now();
        let used = engine.is_some();
        let mut result = attempt(&mut engine, function, &arguments, || Engine::build(script, max_time));
        // An engine that has served for long may have run full: a fresh one gets a second try, unless time is up.
        if result.is_err() && used && started.elapsed() < max_time {
            result = attempt(&mut engine, function, &arguments, || Engine::build(script, max_time));
        }
        answer.give(result);
    }
}

/// The next call, once there is one; none when the renderer is gone.
fn next(queue: &Weak<Mutex<Queue>>, engine: Option<&Engine>) -> Option<Call> {
    let given = {
        let queue = queue.upgrade()?;
        let mut queue = queue.lock().expect(NO_PANIC);
        if let Some(call) = queue.calls.pop_front() {
            return Some(call);
        }
        let (idle, given) = mpsc::channel();
        queue.idle.push(idle);
        given
    };
    match given.recv_timeout(PAUSE) {
        Err(RecvTimeoutError::Timeout) => {
            engine.inspect(|engine| engine.collect_garbage());
            given.recv().ok()
        }
        given => given.ok(),
    }
}

/// Leaves the engine behind only when all went well; a panic in it must not end the thread.
fn attempt(
    engine: &mut Option<Engine>,
    function: &str,
    arguments: &[String],
    build: impl FnOnce() -> anyhow::Result<Engine>,
) -> anyhow::Result<String> {
    let ready = engine.take();
    let run = AssertUnwindSafe(|| {
        let ready = ready.map_or_else(build, Ok)?;
        let text = ready.call(function, arguments)?;
        anyhow::Ok((ready, text))
    });
    let (ready, text) = catch_unwind(run).unwrap_or_else(|_| Err(anyhow!("the engine panicked")))?;
    *engine = Some(ready);
    Ok(text)
}

struct Engine {
    context: Context,
    deadline: Arc<AtomicU64>,
    born: Instant,
    max_time: Duration,
}

impl Engine {
    fn build(script: &[u8], max_time: Duration) -> anyhow::Result<Engine> {
        let runtime = Runtime::new()?;
        runtime.set_memory_limit(MAX_MEMORY);
        runtime.set_max_stack_size(MAX_STACK);
        runtime.set_gc_threshold(MAX_GARBAGE);
        let (born, deadline) = (Instant::now(), Arc::new(AtomicU64::new(u64::MAX)));
        let limit = deadline.clone();
        runtime.set_interrupt_handler(Some(Box::new(move || {
            // Some ten times a page. Who answers visitors on this processor goes first.
            turns::give_way();
            born.elapsed().as_millis() as u64 > limit.load(Ordering::Relaxed)
        })));
        let engine = Engine { context: Context::full(&runtime)?, deadline, born, max_time };
        engine.timed(|ctx| {
            let parse = Function::new(ctx.clone(), parse_url)?;
            ctx.globals().set("parseAddress", parse)?;
            ctx.globals().set("log", Function::new(ctx.clone(), |text: String| tracing::warn!("render: {text}"))?)?;
            ctx.eval::<(), _>(SHIM).catch(ctx).map_err(|cause| anyhow!("{cause}"))?;
            // SAFETY: the bytes were written by this engine, of this version: for the build and for the server Cargo
            // takes the same one.
            let module = unsafe { Module::load(ctx.clone(), script)? };
            module.eval().catch(ctx).map_err(|cause| anyhow!("{cause}"))?.1.finish::<()>()?;
            Ok(())
        })?;
        Ok(engine)
    }

    fn call(&self, function: &str, arguments: &[String]) -> anyhow::Result<String> {
        self.timed(|ctx| {
            let umeed: Object = ctx.globals().get("umeed")?;
            let function: Function = umeed.get(function)?;
            let mut given = rquickjs::function::Args::new(ctx.clone(), arguments.len());
            for argument in arguments {
                given.push_arg(argument.as_str())?;
            }
            function.call_arg::<String>(given).catch(ctx).map_err(|cause| anyhow!("{cause}"))
        })
    }

    /// It takes a quarter of the time of a page.
    fn collect_garbage(&self) {
        let runtime = self.context.runtime();
        runtime.run_gc();
        runtime.set_gc_threshold(MAX_GARBAGE);
    }

    fn timed<T>(&self, work: impl FnOnce(&Ctx<'_>) -> anyhow::Result<T>) -> anyhow::Result<T> {
        let end = self.born.elapsed() + self.max_time;
        self.deadline.store(end.as_millis() as u64, Ordering::Relaxed);
        let result = self.context.with(|ctx| work(&ctx));
        self.deadline.store(u64::MAX, Ordering::Relaxed);
        result
    }
}

/// The parts of an address for the shim's URL class, as JSON; empty when it is no address.
fn parse_url(text: String, base: String) -> String {
    let parsed = match base.as_str() {
        "" => url::Url::parse(&text),
        base => url::Url::parse(base).and_then(|base| base.join(&text)),
    };
    let Ok(url) = parsed else { return String::new() };
    let port = url.port().map_or(String::new(), |port| format!(":{port}"));
    let hostname = url.host_str().unwrap_or_default();
    serde_json::json!({
        "href": url.as_str(),
        "protocol": format!("{}:", url.scheme()),
        "hostname": hostname,
        "host": format!("{hostname}{port}"),
        "port": port.trim_start_matches(':'),
        "pathname": url.path(),
        "search": url.query().map_or(String::new(), |query| format!("?{query}")),
        "hash": url.fragment().map_or(String::new(), |hash| format!("#{hash}")),
        "origin": url.origin().ascii_serialization(),
    })
    .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn every_route_has_a_plan_and_the_unknown_is_not_found() {
        let renderer = Renderer::start(SCRIPT.into()).unwrap();
        let plan = renderer.call("plan", vec!["/projects".into()]).await.unwrap();
        assert!(plan.contains("\"status\":200") && plan.contains("projects"), "{plan}");
        let plan = renderer.call("plan", vec!["/nowhere".into()]).await.unwrap();
        assert!(plan.contains("\"status\":404"), "{plan}");
    }

    #[tokio::test]
    async fn the_engine_that_worked_last_gets_the_next_call_and_the_other_one_what_comes_meanwhile() {
        const SCRIPT: &str = "let calls = 0; globalThis.umeed = { count() { calls += 1; return `${calls}`; } }";
        let renderer = Renderer::start(compile(SCRIPT).unwrap().into()).unwrap();
        let call = || {
            let (answer, answered) = oneshot::channel();
            (Call { function: "count", arguments: vec![], answer: Box::new(Finish { finish: Ok, answer }) }, answered)
        };
        // An engine hands out its answer a moment before it has nothing to do again.
        let both_idle = async || {
            while renderer.queue.lock().unwrap().idle.len() < ENGINES {
                tokio::task::yield_now().await;
            }
        };
        for expected in 1..5 {
            both_idle().await;
            assert_eq!(renderer.call("count", vec![]).await.unwrap(), expected.to_string());
        }
        both_idle().await;
        let (calls, answers): (Vec<_>, Vec<_>) = (0..6).map(|_| call()).unzip();
        {
            let mut queue = renderer.queue.lock().unwrap();
            calls.into_iter().for_each(|call| queue.add(call));
            assert_eq!((queue.idle.len(), queue.calls.len()), (0, 4));
        }
        let mut counts = vec![];
        for answer in answers {
            counts.push(answer.await.unwrap().unwrap());
        }
        assert_eq!(counts[..2], ["5", "1"], "those that wait got their turn: {counts:?}");
    }

    #[test]
    fn an_engine_that_waits_ends_with_its_renderer() {
        let queue = Arc::<Mutex<Queue>>::default();
        let weak = Arc::downgrade(&queue);
        let waiting = thread::spawn(move || next(&weak, None).is_none());
        while queue.lock().unwrap().idle.is_empty() {
            thread::yield_now();
        }
        drop(queue);
        assert!(waiting.join().unwrap());
    }

    /// An engine that has run full fails once; the call is tried again on a fresh one and nobody notices.
    #[tokio::test]
    async fn a_tired_engine_is_replaced_within_the_call() {
        const SCRIPT: &str = "let calls = 0;
            globalThis.umeed = { count() { calls += 1; if (calls > 1) throw new Error('full'); return `${calls}`; } }";
        let renderer = Renderer::start(compile(SCRIPT).unwrap().into()).unwrap();
        for _ in 0..6 {
            assert_eq!(renderer.call("count", vec![]).await.unwrap(), "1");
        }
    }

    #[tokio::test]
    async fn a_stuck_or_failing_render_is_cut_off_and_the_next_one_works() {
        const SCRIPT: &str = "globalThis.umeed = {
            stuck() { for (;;); }, fail() { throw new Error('broken'); },
            greedy() { const a = []; for (;;) a.push('x'.repeat(1000000) + a.length); },
            deep() { return umeed.deep() + 1; }, fine(x) { return x + new URL('/b?c#d', 'https://a.example').href; } }";
        let renderer = Renderer::with_limit(compile(SCRIPT).unwrap().into(), Duration::from_millis(300)).unwrap();
        for function in ["stuck", "fail", "greedy", "deep"] {
            assert!(renderer.call(function, vec![]).await.is_err(), "{function}");
            let answer = renderer.call("fine", vec!["ok ".into()]).await.unwrap();
            assert_eq!(answer, "ok https://a.example/b?c#d");
        }
        assert!(renderer.call("fail", vec![]).await.unwrap_err().to_string().contains("broken"));
    }

    #[tokio::test]
    async fn what_cannot_be_made_of_a_text_leaves_the_engine_as_it_was() {
        const SCRIPT: &str = "let calls = 0; globalThis.umeed = { count() { calls += 1; return `${calls}`; } }";
        let renderer = Renderer::start(compile(SCRIPT).unwrap().into()).unwrap();
        assert_eq!(renderer.call_and("count", vec![], |text| Ok(text.len())).await.unwrap(), 1);
        let refused = renderer.call_and("count", vec![], |_| Err::<(), _>(anyhow!("refused"))).await;
        assert!(refused.unwrap_err().to_string().contains("refused"));
        assert!(
            renderer.call_and("count", vec![], |_| -> anyhow::Result<()> { panic!("for the test") }).await.is_err()
        );
        let counts: Vec<u32> = vec![
            renderer.call("count", vec![]).await.unwrap().parse().unwrap(),
            renderer.call("count", vec![]).await.unwrap().parse().unwrap(),
        ];
        assert!(counts.iter().max() > Some(&1), "one of the two engines goes on counting: {counts:?}");
    }
}
