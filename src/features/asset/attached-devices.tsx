import { LinkOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { bindChildren, unbindChildren } from '#contract/calls/asset/device-cards.ts'
import { deviceLists } from '#contract/calls/asset/device-lists.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { type Row, useAction, useCall } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { CallDialog } from '#src/kit/form/call-dialog.tsx'
import { RelatedList } from '#src/kit/record/related-list.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'

/** The devices that hang on a device, to bind and unbind; nothing for who may not bind where there are none. */
export function AttachedDevices({ row }: { readonly row: Row }): ReactNode {
  const { say, word } = useWords()
  const navigate = useNavigate()
  const notice = useNotice()
  const mayWrite = useRight(bindChildren.may) && row.eamStatus !== 'disposed'
  const unbind = useAction(unbindChildren)
  const [isBinding, setBinding] = useState(false)
  const below = useCall(deviceLists.children, { deviceCardId: row.id })
  const isAttached = Boolean(row.parentId)
  const detach = (id: string): void =>
    void notice.tell(unbind.mutateAsync({ body: { childIds: [id] } }), word('step.done', { step: say(unbindChildren) }))
  return (
    <>
      {mayWrite && !isAttached && (
        <p>
          <Button icon={<LinkOutlined />} onClick={() => setBinding(true)}>
            {say(bindChildren)}
          </Button>
        </p>
      )}
      {mayWrite && isAttached && (
        <p>
          <Button onClick={() => detach(row.id)}>{say(unbindChildren)}</Button>
        </p>
      )}
      {(below.data?.length ?? 0) > 0 && (
        <RelatedList
          of={device}
          title={{ zh: '附属设备', en: 'Attached devices' }}
          fixed={{ parentId: row.id }}
          onOpen={(one) => void navigate(`/eam/device/${one.id}`)}
          extraColumns={() =>
            mayWrite
              ? [
                  {
                    key: 'unbind',
                    width: 140,
                    render: (_: unknown, one: Row) => (
                      <Button
                        type="link"
                        size="small"
                        onClick={(event) => {
                          event.stopPropagation()
                          detach(one.id)
                        }}
                      >
                        {say(unbindChildren)}
                      </Button>
                    ),
                  },
                ]
              : []
          }
        />
      )}
      {isBinding && <CallDialog of={bindChildren} given={{ parentId: row.id }} onClose={() => setBinding(false)} />}
    </>
  )
}
