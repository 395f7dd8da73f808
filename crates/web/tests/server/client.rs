//! A client of its own over plain sockets: it can do what browsers do, and what they never would.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// An answer.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    /// Names in small letters.
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The events of a stream: their names and data.
    pub fn events(&self) -> Vec<(String, String)> {
        let text = self.text();
        let event = |block: &str| {
            let (name, data) = block.strip_prefix("event: ")?.split_once("\ndata: ")?;
            Some((name.to_owned(), data.to_owned()))
        };
        text.split("\n\n").filter(|block| !block.is_empty()).map(|block| event(block).expect("an event")).collect()
    }
}

/// A connection.
pub struct Client {
    stream: BufReader<TcpStream>,
    host: String,
}

impl Client {
    pub fn connect(address: SocketAddr) -> io::Result<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        // No answer takes this long: a server that hangs fails the test.
        stream.set_read_timeout(Some(Duration::from_secs(120)))?;
        stream.set_write_timeout(Some(Duration::from_secs(120)))?;
        Ok(Self { stream: BufReader::new(stream), host: address.to_string() })
    }

    pub fn get(&mut self, path: &str) -> io::Result<Answer> {
        self.raw(format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.host).as_bytes())?;
        self.answer()
    }

    pub fn post(&mut self, path: &str, body: &str) -> io::Result<Answer> {
        self.send(path, body)?;
        self.answer()
    }

    /// Sends a request and does not wait for its answer.
    pub fn send(&mut self, path: &str, body: &str) -> io::Result<()> {
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            self.host,
            body.len()
        );
        self.raw(&[head.as_bytes(), body.as_bytes()].concat())
    }

    /// Sends any bytes.
    pub fn raw(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stream.get_mut().write_all(bytes)
    }

    /// Reads an answer, and its body to the end.
    pub fn answer(&mut self) -> io::Result<Answer> {
        let (status, headers) = self.head()?;
        let mut answer = Answer { status, headers, body: Vec::new() };
        if answer.header("transfer-encoding") == Some("chunked") {
            while let Some(piece) = self.chunk()? {
                answer.body.extend(piece);
            }
        } else {
            let length = answer.header("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
            answer.body.resize(length, 0);
            self.stream.read_exact(&mut answer.body)?;
        }
        Ok(answer)
    }

    /// Reads the head of an answer: its status and headers.
    pub fn head(&mut self) -> io::Result<(u16, Vec<(String, String)>)> {
        let broken = || io::Error::other("a broken head");
        let first = self.line()?;
        let status = first.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or_else(broken)?;
        let mut headers = Vec::new();
        loop {
            let line = self.line()?;
            if line.is_empty() {
                return Ok((status, headers));
            }
            let (name, value) = line.split_once(':').ok_or_else(broken)?;
            headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
        }
    }

    /// Reads a chunk of a body; none at its end.
    pub fn chunk(&mut self) -> io::Result<Option<Vec<u8>>> {
        let size = usize::from_str_radix(&self.line()?, 16).map_err(io::Error::other)?;
        let mut piece = vec![0; size];
        self.stream.read_exact(&mut piece)?;
        self.line()?;
        Ok((size > 0).then_some(piece))
    }

    fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        match self.stream.read_line(&mut line)? {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            _ => Ok(line.trim_end().to_owned()),
        }
    }
}
