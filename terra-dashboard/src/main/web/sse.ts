/** One message of a stream of server-sent events. */
export interface Message {
  event: string;
  data: string;
  id: string | null;
}

/** Takes server-sent events out of text as it comes, in pieces of any size. */
export class EventParser {
  private rest = '';
  private event = 'message';
  private data: string[] = [];
  private id: string | null = null;

  /** The messages that a piece of text completes. */
  push(text: string): Message[] {
    const lines = (this.rest + text).split(/\r\n|\n/);
    this.rest = lines.pop() ?? '';
    const messages: Message[] = [];
    for (const line of lines) {
      const message = line === '' ? this.complete() : this.field(line);
      if (message !== null) {
        messages.push(message);
      }
    }
    return messages;
  }

  private field(line: string): null {
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'event') {
      this.event = value;
    } else if (name === 'data') {
      this.data.push(value);
    } else if (name === 'id') {
      this.id = value;
    }
    return null;
  }

  private complete(): Message | null {
    const message = this.data.length === 0 ? null : { event: this.event, data: this.data.join('\n'), id: this.id };
    this.event = 'message';
    this.data = [];
    return message;
  }
}
