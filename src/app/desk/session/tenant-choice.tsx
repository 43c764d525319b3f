import { Button, Form } from 'antd'
import type { ReactNode } from 'react'
import type { OfferedTenant } from '#src/features/identity/sign-in/offered-tenants.ts'
import { useWords } from '#src/words/words.ts'

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
