import { Component, type ReactNode } from 'react';
import { Message } from './ui/parts/Message.tsx';

interface Props {
  /** A new key is a new try: another page, another dataset. */
  readonly resetKey: string;
  readonly children: ReactNode;
}
interface State {
  readonly error: Error | null;
  readonly resetKey: string;
}

/** A bug in one page must not take the others along: it is said, and the navigation stays. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.resetKey ? null : { error: null, resetKey: props.resetKey };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <main>
        <Message
          kind="error"
          title="This page stopped on a fault of its own"
          action={{ label: 'Try again', onAct: () => this.setState({ error: null }) }}
        >
          {error.message}. The data is untouched; the other pages work.
        </Message>
      </main>
    );
  }
}
