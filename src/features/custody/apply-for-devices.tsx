import { DownOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { device } from '#contract/entities/asset/device/device.ts'
import { deviceState } from '#contract/entities/asset/device/device-machines.ts'
import { applyKinds, givesOut, handOverSteps, isHanded, isOwnKind, kindsForDevice } from '#contract/entities/custody/apply-kinds.ts'
import { deviceApply } from '#contract/entities/custody/device-apply.ts'
import { sourcesOf } from '#contract/kit/entity/machine.ts'
import { offered } from '#contract/kit/fields/dictionary.ts'
import { type Row, titleIn } from '#src/data/hooks.ts'
import { useRight, useSession } from '#src/data/session.ts'
import { useView } from '#src/data/view.ts'
import { DisposalDrawer } from '#src/features/disposal/public/disposal-drawer.tsx'
import { FormDrawer } from '#src/kit/form/form-drawer.tsx'
import { useWords } from '#src/words/words.ts'

const act = { zh: '发起申请', en: 'Apply' }

/** Whether a card’s state allows what is applied for; a list that does not show the state leaves it to the server. */
function fits({ eamStatus, stopKinds }: Row, kind: string): boolean {
  if (eamStatus === 'disposed') return false
  if (kind === 'disposal')
    return eamStatus === undefined || sourcesOf(deviceState, deviceState.steps.applyDisposal).includes(String(eamStatus))
  if (givesOut(kind) && Array.isArray(stopKinds) && stopKinds.length > 0) return false
  return (
    !isHanded(kind) || eamStatus === undefined || sourcesOf(deviceState, deviceState.steps[handOverSteps[kind]]).includes(String(eamStatus))
  )
}

/** The department that all devices are in, as initial values of a form. */
function deptOf([first, ...others]: readonly Row[]): { useDeptId?: unknown; useDeptName?: unknown } {
  if (!first?.useDeptId || others.some(({ useDeptId }) => useDeptId !== first.useDeptId)) return {}
  return { useDeptId: first.useDeptId, useDeptName: first.useDeptName }
}

/** Applies for devices in hand: the kind by its name, then its form with the devices filled in. */
export function ApplyForDevices({ devices }: { readonly devices: readonly Row[] }): ReactNode {
  const { say } = useWords()
  const navigate = useNavigate()
  const [mayApply, mayDispose] = [useRight('deviceApply.submit'), useRight('deviceDisposal.submit')]
  const ownDept = useSession((state) => state.person?.deptId)
  const { view } = useView(deviceApply)
  const [kind, setKind] = useState('')
  const [isOpen, setOpen] = useState(false)
  const type = view?.fields.type
  if (!view || type?.kind !== 'choice' || devices.length === 0) return null
  const words = offered(type.of, undefined)
  const kinds = [
    ...(mayApply ? [...kindsForDevice, ...words.flatMap(([name]) => (isOwnKind(name) ? [name] : []))] : []),
    ...(mayDispose ? ['disposal'] : []),
  ].filter((name) => devices.every((row) => fits(row, name)))
  const items = kinds.flatMap((name) => {
    const label = name === 'disposal' ? applyKinds.disposal : words.find(([offer]) => offer === name)?.[1]
    return label ? [{ key: name, label: say(label) }] : []
  })
  if (items.length === 0) return null
  const close = (): void => setOpen(false)
  const lines = devices.map((row) => ({ deviceId: row.id, deviceName: titleIn(device, row) }))
  const from = deptOf(devices)
  // A device does not go to the department where it is.
  const isHere = (kind === 'borrow' || kind === 'allot') && from.useDeptId !== undefined && from.useDeptId === ownDept
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          items,
          onClick({ key }) {
            setKind(key)
            setOpen(true)
          },
        }}
      >
        <Button icon={<DownOutlined />} iconPlacement="end">
          {say(act)}
        </Button>
      </Dropdown>
      {kind === 'disposal' ? (
        <DisposalDrawer isOpen={isOpen} initial={{ lines, ...from }} onClose={close} />
      ) : (
        <FormDrawer
          view={view}
          isOpen={isOpen}
          initial={{ type: kind, lines, ...(isHere ? { useDeptId: null, useDeptName: null } : {}) }}
          onClose={close}
          onSaved={({ id }) => void navigate(`/eam/apply/${id}`)}
        />
      )}
    </>
  )
}
