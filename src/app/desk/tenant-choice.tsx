import { Button, Form } from 'antd'
import type { ReactNode } from 'react'
import { ApiError } from '#src/data/api-error.ts'
import { useWords } from '#src/words/words.ts'

/** A tenant that account and password fit in. */
export interface OfferedTenant {
  readonly tenantId: string
  readonly tenantName: string
}

/** The tenants that a refused log-in lists to choose from; undefined where it was refused for something else. */
export function tenantsIn(thrown: unknown): readonly OfferedTenant[] | undefined {
  const { tenants } = (thrown instanceof ApiError && (thrown.data as { tenants?: unknown } | null)) || {}
  return Array.isArray(tenants) ? (tenants as OfferedTenant[]) : undefined
}

interface Props {
  readonly tenants: readonly OfferedTenant[]
  readonly onChoose: (tenantId: string) => void
}

/** One button for each tenant; the log-in goes on with the chosen one. */
export function TenantChoice({ tenants, onChoose }: Props): ReactNode {
  const { word } = useWords()
  return (
    <Form.Item label={word('user.switchTo')}>
      <fieldset className="eam-tenant-choice" aria-label={word('user.switchTo')}>
        {tenants.map(({ tenantId, tenantName }) => (
          <Button key={tenantId} block onClick={() => onChoose(tenantId)}>
            {tenantName}
          </Button>
        ))}
      </fieldset>
    </Form.Item>
  )
}
