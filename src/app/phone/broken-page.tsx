import { Button } from 'antd-mobile'
import type { ReactNode } from 'react'
import { FaultBoundary } from '#src/kit/fault-boundary.tsx'
import { PageState } from '#src/kit/widgets/phone/page-state.tsx'
import { word } from '#src/words/words.ts'

/** Shown instead of a page that failed, such as one whose code an update has replaced; the queue is not affected. */
export const BrokenPage = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <FaultBoundary
    onFault={console.error}
    instead={() => (
      <PageState title={word('page.broken')} help={word('page.brokenHelp')}>
        <Button color="primary" onClick={() => location.reload()}>
          {word('page.reload')}
        </Button>
      </PageState>
    )}
  >
    {children}
  </FaultBoundary>
)
