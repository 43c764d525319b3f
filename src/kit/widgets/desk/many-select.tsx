import { type RefSelectProps, Select, type SelectProps } from 'antd'
import type { DefaultOptionType } from 'antd/es/select'
import { type ReactNode, useEffect, useRef } from 'react'

/** Multi-select that Tab leaves without a change: antd would toggle the highlighted option, such as a role of a person. */
export function ManySelect<V, O extends DefaultOptionType = DefaultOptionType>(props: Omit<SelectProps<V, O>, 'mode'>): ReactNode {
  const select = useRef<RefSelectProps>(null)
  useEffect(() => {
    const element = select.current?.nativeElement
    const pass = (event: KeyboardEvent): void => {
      if (event.key === 'Tab') event.stopPropagation()
    }
    element?.addEventListener('keydown', pass, { capture: true })
    return () => element?.removeEventListener('keydown', pass, { capture: true })
  }, [])
  return <Select<V, O> {...props} ref={select} mode="multiple" />
}
