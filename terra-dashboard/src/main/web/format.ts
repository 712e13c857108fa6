/** Figures as people read them: three significant digits, powers of 10. */

const STEPS = ['', 'k', 'M', 'G', 'T', 'P'];

function scaled(value: number, unit: string): string {
  let step = 0;
  let rest = value;
  while (Math.abs(rest) >= 999.5 && step < STEPS.length - 1) {
    rest /= 1000;
    step++;
  }
  return `${significant(rest)} ${STEPS[step]}${unit}`;
}

function significant(value: number): string {
  const digits = Math.abs(value) >= 99.95 ? 0 : Math.abs(value) >= 9.995 ? 1 : 2;
  return String(Number(value.toFixed(digits)));
}

export function bytes(value: number): string {
  return scaled(value, 'B');
}

/** US dollars: cents of what is large, and enough digits of what is small. */
export function usd(value: number): string {
  return `$ ${Math.abs(value) >= 0.995 || value === 0 ? value.toFixed(2) : String(Number(value.toPrecision(2)))}`;
}

/** Energy and carbon dioxide, of joules and grams. */
export function energy(joules: number): string {
  return scaled(joules / 3600, 'Wh');
}

export function grams(value: number): string {
  return scaled(value, 'g');
}

/** Networks are spoken of in bits: 625e6 bytes a second are 5 Gbit/s. */
export function rate(bytesPerSecond: number | null): string {
  return bytesPerSecond === null ? '–' : scaled(bytesPerSecond * 8, 'bit/s');
}

export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** A length of time: 0.4 s, 12 s, 3 min 20 s, 2 h 5 min, 3 d 4 h. */
export function duration(seconds: number | null): string {
  if (seconds === null || !Number.isFinite(seconds)) {
    return '–';
  }
  if (seconds < 9.95) {
    return `${significant(Math.max(0, Math.round(seconds * 10) / 10))} s`;
  }
  const whole = Math.round(seconds);
  if (whole < 60) {
    return `${whole} s`;
  }
  return whole < 3600 ? parts(whole, 60, 'min', 1, 's') : whole < 86400 ? parts(whole, 3600, 'h', 60, 'min') : parts(whole, 86400, 'd', 3600, 'h');
}

function parts(seconds: number, large: number, largeName: string, small: number, smallName: string): string {
  const rest = Math.floor((seconds % large) / small);
  return `${Math.floor(seconds / large)} ${largeName}${rest > 0 ? ` ${rest} ${smallName}` : ''}`;
}

/** Whole seconds and more: an age that is looked at once a second does not need tenths. */
export function age(seconds: number): string {
  return duration(Math.max(0, Math.floor(seconds)));
}

export function millis(value: number | null): string {
  return value === null ? '–' : `${significant(value)} ms`;
}

/** Hours, minutes and seconds where the reader is. */
export function clock(iso: string): string {
  return new Date(iso).toLocaleTimeString('en-GB');
}

export function count(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString('en')} ${n === 1 ? one : many}`;
}

/** The seconds from one moment to another; null where there is none. */
export function secondsUntil(iso: string | null, nowMillis: number): number | null {
  return iso === null ? null : Math.max(0, (Date.parse(iso) - nowMillis) / 1000);
}

/** A moment that is to come, or is past, as the reader's clock has it and as it is from now. */
export function deadline(iso: string | null, nowMillis: number): string {
  if (iso === null) {
    return '–';
  }
  const seconds = (Date.parse(iso) - nowMillis) / 1000;
  return `${clock(iso)}, ${seconds < 0 ? `${age(-seconds)} ago` : `in ${age(seconds)}`}`;
}

/** Half of the waits and 99 of 100 of them. */
export function waits(wait: { count: number; p50Seconds: number | null; p99Seconds: number | null }): string {
  return wait.count === 0 ? '–' : `p50 ${waited(wait.p50Seconds)}, p99 ${waited(wait.p99Seconds)}`;
}

function waited(seconds: number | null): string {
  return seconds !== null && seconds < 1 ? `${Math.round(seconds * 1000)} ms` : duration(seconds);
}
