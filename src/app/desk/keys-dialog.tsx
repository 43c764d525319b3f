import { Modal, Switch } from 'antd'
import { type ReactNode, useState } from 'react'
import { switchPageKeys, usePageKey, usePageKeys } from '#src/kit/page-keys.ts'
import { useWords } from '#src/words/words.ts'

/** Keys with what they do; `single`: keys without Ctrl that act anywhere on a page. */
const shown = [
  { keys: ['Ctrl', 'K'], does: 'search' },
  { keys: ['/'], does: 'find', single: true },
  { keys: ['N'], does: 'add', single: true },
  { keys: ['?'], does: 'keys', single: true },
  { keys: ['↑', '↓'], does: 'move' },
  { keys: ['Enter'], does: 'open' },
  { keys: ['Space'], does: 'choose' },
  { keys: ['Esc'], does: 'leave' },
] as const

/** The dialog of the keyboard shortcuts, which `?` opens, with the switch for those of a single key. */
export function useKeysDialog(): { readonly show: () => void; readonly node: ReactNode } {
  const { word } = useWords()
  const { isOn } = usePageKeys()
  const [isOpen, setOpen] = useState(false)
  const show = (): void => setOpen(true)
  usePageKey('?？', show)
  const node = (
    <Modal open={isOpen} onCancel={() => setOpen(false)} title={word('keys.title')} footer={null} destroyOnHidden>
      <table className="eam-keys">
        <tbody>
          {shown
            .filter((one) => isOn || !('single' in one))
            .map(({ keys, does }) => (
              <tr key={does}>
                <th scope="row">
                  {keys.map((one) => (
                    <kbd key={one}>{one}</kbd>
                  ))}
                </th>
                <td>{word(`keys.${does}`)}</td>
              </tr>
            ))}
        </tbody>
      </table>
      <div className="eam-keys-switch">
        <Switch checked={isOn} onChange={switchPageKeys} aria-labelledby="keys-on" />
        <span>
          <span id="keys-on">{word('keys.on')}</span>
          <small className="eam-hint">{word('keys.onHelp')}</small>
        </span>
      </div>
    </Modal>
  )
  return { show, node }
}
