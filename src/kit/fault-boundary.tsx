import { Component, type ErrorInfo, type ReactNode } from 'react'

interface Props {
  /** Told of the fault, with the stack of components. */
  readonly onFault: (fault: Error, stack: string) => void
  /** Shown instead of the children after a fault; `retry` renders them again. */
  readonly instead: (retry: () => void) => ReactNode
  readonly children: ReactNode
}

/** Error boundary: a fault of the children replaces only them. A class, because React has no hook for it. */
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
