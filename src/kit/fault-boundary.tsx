import { Component, type ErrorInfo, type ReactNode } from 'react'

interface Props {
  /** Called with the error and the component stack. */
  readonly onFault: (fault: Error, stack: string) => void
  /** Rendered instead of the children after an error; `retry` renders them again. */
  readonly instead: (retry: () => void) => ReactNode
  readonly children: ReactNode
}

/** Error boundary that replaces only its children. A class, because React has no hook for it. */
export class FaultBoundary extends Component<Props, { readonly isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true }
  }

  override componentDidCatch(fault: Error, info: ErrorInfo): void {
    this.props.onFault(fault, info.componentStack ?? '')
  }

  override render(): ReactNode {
    return this.state.isBroken ? this.props.instead(() => this.setState({ isBroken: false })) : this.props.children
  }
}
