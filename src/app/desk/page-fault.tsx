import { Button, Result } from 'antd'
import { Component, type ErrorInfo, type ReactNode } from 'react'
import { appendLog } from '#src/data/error-log.ts'
import { word } from '#src/words/words.ts'

interface Props {
  readonly children: ReactNode
}

/** Error boundary of one page, so that the other pages and the shell keep working; the error goes to the local log. */
export class PageFault extends Component<Props, { readonly isBroken: boolean }> {
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
      <Result
        status="500"
        title={word('fault.page')}
        extra={
          <Button type="primary" onClick={() => this.setState({ isBroken: false })}>
            {word('common.retry')}
          </Button>
        }
      />
    )
  }
}
