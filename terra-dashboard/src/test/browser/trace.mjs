/** The longest tasks of the page's main thread in a trace of Chromium's, milliseconds: while one runs no frame is drawn. */
export function longestTasks(buffer, count) {
  const { traceEvents } = JSON.parse(buffer.toString());
  const mains = new Set(traceEvents.filter((e) => e.name === 'thread_name' && e.args?.name === 'CrRendererMain').map((e) => `${e.pid} ${e.tid}`));
  const tasks = traceEvents.filter((e) => e.ph === 'X' && /RunTask$/.test(e.name) && mains.has(`${e.pid} ${e.tid}`)).map((e) => e.dur / 1000);
  if (tasks.length === 0) {
    throw new Error('the trace has no task of a page');
  }
  return tasks.sort((a, b) => b - a).slice(0, count);
}
