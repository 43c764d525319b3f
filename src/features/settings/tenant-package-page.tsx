import type { ReactNode } from 'react'
import { tenantPackage } from '#contract/entities/settings/tenant-package.ts'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { useWords } from '#src/words/words.ts'

/** The packages of the platform: which menu items each one holds. */
export function TenantPackagePage(): ReactNode {
  const { say } = useWords()
  return (
    <EntityPage
      of={tenantPackage}
      formWidth={600}
      extraColumns={() => [
        {
          key: 'menuId',
          title: say(tenantPackage.fields.menuId),
          ellipsis: true,
          render: (_, row) => (
            <span className="eam-cell" title={String(row.menuIdName ?? '')}>
              {String(row.menuIdName ?? '')}
            </span>
          ),
        },
      ]}
    />
  )
}
