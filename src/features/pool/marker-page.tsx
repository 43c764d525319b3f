import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { unmarkDevices } from '#contract/calls/pool/pool.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { useAction } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'

/** Device cards under the name that this page gives them. */
const marked = { ...device, zh: '标记设备', en: 'Marked device' }

/** The marked devices; marks are set in the list of device cards. */
export function MarkerPage(): ReactNode {
  const { say, word } = useWords()
  const navigate = useNavigate()
  const notice = useNotice()
  const unmark = useAction(unmarkDevices)
  const mayMark = useRight(unmarkDevices.may)
  const take = (ids: readonly string[]): void =>
    void notice.tell(unmark.mutateAsync({ body: { ids } }), word('step.done', { step: say(unmarkDevices) }))
  return (
    <EntityPage
      of={marked}
      fixed={{ isMarked: '1' }}
      filledBy={word('pool.markedBy')}
      onOpen={(row) => void navigate(`/eam/device/${row.id}`)}
      listActions={(selected) =>
        mayMark &&
        selected.length > 0 && (
          <Button loading={unmark.isPending} onClick={() => take(selected.map((row) => row.id))}>
            {say(unmarkDevices)}
          </Button>
        )
      }
    />
  )
}
