import { Component, render, type JSX } from 'preact';
import { Page } from './app';
import { applyTheme, Centre } from './header';

/** The page, or in its place what went wrong in it: a page that stays empty tells nobody anything. */
class Guard extends Component<object, { problem: string | null }> {
  override state = { problem: null };

  override componentDidCatch(error: unknown): void {
    this.setState({ problem: error instanceof Error ? `${error.name}: ${error.message}` : String(error) });
    console.error(error);
  }

  override render(): JSX.Element {
    const { problem } = this.state;
    return problem === null ? <Page /> : (
      <Centre title="This page has failed">
        <p role="alert">{problem}</p>
        <p>The controller and its schedule are not concerned. <button class="action" onClick={() => location.reload()}>Load it again</button></p>
      </Centre>
    );
  }
}

applyTheme();
render(<Guard />, document.getElementById('app')!);
