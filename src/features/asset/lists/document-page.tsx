import type { ReactNode } from 'react'
import { deviceAttach } from '#contract/entities/asset/parts/device-attach.ts'
import { documentHistory } from '#contract/entities/asset/parts/document-history.ts'
import { useRight } from '#src/data/session.ts'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { RelatedList } from '#src/kit/record/related-list.tsx'

/** Device documents, each with its former versions. */
export function DocumentPage(): ReactNode {
  const maySee = useRight('documentHistory.list')
  return (
    <EntityPage
      of={deviceAttach}
      more={(row) =>
        maySee && (
          <RelatedList
            of={documentHistory}
            fixed={{ attachId: row.id }}
            initial={{ attachId: row.id, attachName: row[deviceAttach.title] }}
            columns={['versionName', 'versionNo', 'files', 'remark']}
          />
        )
      }
    />
  )
}
