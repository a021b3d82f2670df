// A field that fails says so in its place, and the rest of the form goes on working.
import { Component, type ReactNode } from 'react';
import { adminMessages } from '../messages';

interface Props {
  label: string;
  children: ReactNode;
}

export class FieldBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    console.error(`The field “${this.props.label}” failed.`, error);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    const { broken, brokenAgain } = adminMessages().fields;
    return (
      <div role="alert" className="rounded-soft border border-danger bg-danger-tint p-3 text-sm">
        <p className="font-semibold first-letter:uppercase">{this.props.label}</p>
        <p className="mt-1">{broken}</p>
        <button
          type="button"
          className="mt-1 min-h-11 font-semibold underline underline-offset-4"
          onClick={() => this.setState({ failed: false })}
        >
          {brokenAgain}
        </button>
      </div>
    );
  }
}
