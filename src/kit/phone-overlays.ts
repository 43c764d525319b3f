import { Dialog, setDefaultConfig, Toast, unstableSetRender } from 'antd-mobile'
import enUS from 'antd-mobile/es/locales/en-US'
import zhCN from 'antd-mobile/es/locales/zh-CN'
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { language } from '#src/data/language.ts'

type Host = (Element | DocumentFragment) & { root?: Root }

// antd-mobile 5 renders what is opened by a call with the API that React 19 no longer has; without this such calls do nothing.
unstableSetRender((node, container) => {
  const host = container as Host
  host.root ??= createRoot(host)
  host.root.render(node)
  return async () => {
    await new Promise((done) => setTimeout(done, 0))
    host.root?.unmount()
    host.root = undefined
  }
})

/** A short notice that goes away by itself. */
export function showToast(content: ReactNode): void {
  Toast.show({ content, position: 'bottom', duration: 2500 })
}

/** Asks a yes-or-no question; answers what was chosen. */
export function askConfirm(options: { title: string; content?: ReactNode; yes: string; no: string }): Promise<boolean> {
  setDefaultConfig({ locale: language() === 'zh' ? zhCN : enUS })
  const { title, content, yes, no } = options
  return Dialog.confirm({ title, content, confirmText: yes, cancelText: no })
}
