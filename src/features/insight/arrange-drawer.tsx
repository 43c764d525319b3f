import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons'
import { Button, Drawer, Space, Switch } from 'antd'
import { type ReactNode, useState } from 'react'
import { homeLayoutSave } from '#contract/calls/insight/home.ts'
import { useAction } from '#src/data/hooks.ts'
import { arranged, type HomeLayout, type HomePanel, isShown } from '#src/kit/home/home-panels.ts'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'

interface Props {
  /** Every panel that the person may have, in the usual order. */
  readonly panels: readonly HomePanel[]
  readonly layout: HomeLayout
  readonly onClose: () => void
  readonly onSaved: () => void
}

/** Choosing and ordering the panels of the first page; kept on the server, so that the next computer shows the same. */
export function ArrangeDrawer({ panels, layout, onClose, onSaved }: Props): ReactNode {
  const { word, say } = useWords()
  const notice = useNotice()
  const save = useAction(homeLayoutSave)
  const [order, setOrder] = useState(() => arranged(panels, layout))
  const [shown, setShown] = useState<ReadonlySet<string>>(
    () => new Set(panels.filter((one) => isShown(one, layout)).map(({ name }) => name)),
  )
  const move = (from: number, to: number): void => {
    const next = [...order]
    next.splice(to, 0, ...next.splice(from, 1))
    setOrder(next)
  }
  const toggle = (name: string, isOn: boolean): void =>
    setShown(new Set([...shown].filter((one) => one !== name).concat(isOn ? [name] : [])))
  const keep = (body: { panels: string; hidden: string }): void =>
    save.mutate(
      { body },
      {
        onSuccess: () => {
          onSaved()
          onClose()
        },
        onError: notice.failed,
      },
    )
  const chosen = (): { panels: string; hidden: string } => ({
    // An extra panel that is off is left out, which is what hides it.
    panels: order.flatMap(({ name, isExtra }) => (isExtra && !shown.has(name) ? [] : [name])).join(),
    hidden: order.flatMap(({ name, isExtra }) => (isExtra || shown.has(name) ? [] : [name])).join(),
  })
  return (
    <Drawer
      open
      title={word('home.arrange')}
      onClose={onClose}
      size={420}
      extra={
        <Space>
          <Button loading={save.isPending} onClick={() => keep({ panels: '', hidden: '' })}>
            {word('home.usual')}
          </Button>
          <Button type="primary" loading={save.isPending} onClick={() => keep(chosen())}>
            {word('common.save')}
          </Button>
        </Space>
      }
    >
      <p className="eam-hint">{word('home.arrangeHint')}</p>
      <ul className="eam-home-arrange">
        {order.map((panel, at) => (
          <li key={panel.name}>
            <Switch size="small" checked={shown.has(panel.name)} onChange={(isOn) => toggle(panel.name, isOn)} aria-label={say(panel)} />
            <span>{say(panel)}</span>
            <Button
              type="text"
              size="small"
              icon={<ArrowUpOutlined />}
              disabled={at === 0}
              aria-label={word('home.up', { what: say(panel) })}
              onClick={() => move(at, at - 1)}
            />
            <Button
              type="text"
              size="small"
              icon={<ArrowDownOutlined />}
              disabled={at === order.length - 1}
              aria-label={word('home.down', { what: say(panel) })}
              onClick={() => move(at, at + 1)}
            />
          </li>
        ))}
      </ul>
    </Drawer>
  )
}
