// The connection: commands out, frames and messages in, opened again when it breaks.

import { decode } from './frame.js';
import { COMMANDS } from './wire.js';

const RETRY_MS = [250, 500, 1000, 2000];

/** A connection to the server. It emits `frame`, `message`, `open` and `close`. */
export class Socket extends EventTarget {
  /** @param {string} token */
  constructor(token) {
    super();
    this.token = token;
    this.tries = 0;
    this.want = 0;
    this.received = 0;
    this.open();
  }

  open() {
    const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/socket?token=${this.token}`);
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => {
      this.tries = 0;
      this.socket = socket;
      this.send('want', { sections: this.want });
      this.emit('open');
    };
    socket.onmessage = ({ data }) => (typeof data === 'string' ? this.emit('message', JSON.parse(data)) : this.take(data));
    socket.onclose = () => {
      if (this.socket === socket || !this.socket) this.emit('close');
      this.socket = null;
      setTimeout(() => this.open(), RETRY_MS[Math.min(this.tries, RETRY_MS.length - 1)]);
      this.tries += 1;
    };
  }

  /** @param {ArrayBuffer} data */
  take(data) {
    const frame = decode(data);
    if (!frame) return;
    this.received += 1;
    this.send('ack', { sequence: frame.sequence });
    this.emit('frame', frame);
  }

  /**
   * Sends a command of the table in `wire.js`.
   * @param {keyof typeof COMMANDS} name
   * @param {Record<string, unknown>} fields
   */
  send(name, fields = {}) {
    if (!(name in COMMANDS)) throw new Error(`there is no command ${name}`);
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ do: name, ...fields }));
  }

  /** Says which sections are drawn. @param {number} sections */
  setWant(sections) {
    if (sections === this.want) return;
    this.want = sections;
    this.send('want', { sections });
  }

  /** @param {string} name @param {unknown} detail */
  emit(name, detail = null) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
