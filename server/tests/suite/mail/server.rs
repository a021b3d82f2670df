//! A mail server on this machine that takes mail, refuses it, puts it off or says nothing, as it is told.

use std::sync::{Arc, Mutex};

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Manner {
    Take,
    /// For good: no such mailbox.
    Refuse,
    /// Comes again later (greylisting).
    PutOff,
    /// Our user or password is wrong.
    NotLetIn,
    /// Takes the connection and says nothing.
    Silent,
}

pub struct MailServer {
    pub port: u16,
    manner: Arc<Mutex<Manner>>,
    taken: Arc<Mutex<Vec<String>>>,
}

impl MailServer {
    pub async fn start(manner: Manner) -> MailServer {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let server = MailServer { port, manner: Arc::new(Mutex::new(manner)), taken: Arc::default() };
        let (manner, taken) = (server.manner.clone(), server.taken.clone());
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let manner = *manner.lock().unwrap();
                let taken = taken.clone();
                tokio::spawn(async move { converse(stream, manner, taken).await.ok() });
            }
        });
        server
    }

    pub fn now(&self, manner: Manner) {
        *self.manner.lock().unwrap() = manner;
    }

    /// Every mail that was taken, as it came.
    pub fn taken(&self) -> Vec<String> {
        self.taken.lock().unwrap().clone()
    }
}

async fn converse(stream: TcpStream, manner: Manner, taken: Arc<Mutex<Vec<String>>>) -> std::io::Result<()> {
    let (input, mut output) = stream.into_split();
    let mut lines = BufReader::new(input).lines();
    if manner == Manner::Silent {
        while lines.next_line().await?.is_some() {}
        return Ok(());
    }
    output.write_all(b"220 mail.example ready\r\n").await?;
    while let Some(line) = lines.next_line().await? {
        let word = line.get(..4).unwrap_or_default().to_ascii_uppercase();
        let answer: &[u8] = match word.as_str() {
            "EHLO" => b"250-mail.example\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250 AUTH PLAIN\r\n",
            "AUTH" if manner == Manner::NotLetIn => b"535 5.7.8 Bad credentials\r\n",
            "AUTH" => b"235 welcome\r\n",
            "RCPT" if manner == Manner::Refuse => b"550 5.1.1 No such mailbox\r\n",
            "RCPT" if manner == Manner::PutOff => b"451 4.7.1 Greylisted, try again\r\n",
            "DATA" => {
                output.write_all(b"354 go on\r\n").await?;
                let mut mail = String::new();
                while let Some(line) = lines.next_line().await? {
                    if line == "." {
                        break;
                    }
                    mail.push_str(&line);
                    mail.push('\n');
                }
                taken.lock().unwrap().push(mail);
                b"250 2.0.0 queued as 42\r\n"
            }
            "QUIT" => return output.write_all(b"221 bye\r\n").await,
            _ => b"250 fine\r\n",
        };
        output.write_all(answer).await?;
    }
    Ok(())
}
