import { Alert, Button } from 'antd'
import { Component, type ErrorInfo, type ReactNode } from 'react'
import { appendLog } from '#src/data/error-log.ts'
import { word } from '#src/words/words.ts'

interface Props {
  readonly title: string
  readonly children: ReactNode
}

/** Error boundary of one panel: the others stay, and the error goes to the local log. */
export class PanelFault extends Component<Props, { readonly isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true }
  }

  override componentDidCatch(fault: Error, info: ErrorInfo): void {
    appendLog(fault, info.componentStack ?? '')
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children
    return (
      <section className="eam-home-panel" aria-label={this.props.title}>
        <header>
          <h2>{this.props.title}</h2>
        </header>
        <Alert
          type="error"
          showIcon
          title={word('home.broken')}
          action={<Button onClick={() => this.setState({ isBroken: false })}>{word('common.retry')}</Button>}
        />
      </section>
    )
  }
}
