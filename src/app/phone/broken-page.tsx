import { Button } from 'antd-mobile'
import { Component, type ReactNode } from 'react'
import { PageState } from '#src/kit/widgets/phone/page-state.tsx'
import { word } from '#src/words/words.ts'

/** Shown instead of a page that failed, such as one whose code an update has replaced; the queue is not affected. */
export class BrokenPage extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true }
  }

  override componentDidCatch(error: Error): void {
    console.error(error)
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children
    return (
      <PageState title={word('page.broken')} help={word('page.brokenHelp')}>
        <Button color="primary" onClick={() => location.reload()}>
          {word('page.reload')}
        </Button>
      </PageState>
    )
  }
}
