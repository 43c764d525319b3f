// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { changeLook } from '#src/app/desk/look/look.ts'
import { chooseTopMenu } from '#src/app/desk/top-menu.tsx'
import { chooseLanguage } from '#src/data/language.ts'
import { noteLocked } from '#src/data/session.ts'
import { kept } from '#src/data/stored.ts'

it('[SHELL-PREF-1] language, colour, theme, lock and top menu are remembered, and no lock password (deviation)', () => {
  localStorage.clear()
  sessionStorage.clear()
  chooseLanguage('en')
  changeLook({ colorName: '#112233', themeName: 'theme-dark' })
  noteLocked()
  chooseTopMenu('stores')
  const names = [...Object.keys({ ...localStorage }), ...Object.keys({ ...sessionStorage })].map((key) => key.replace(/^eam-/, ''))
  expect(names.sort()).toEqual(['colorName', 'isLock', 'language', 'themeName', 'topMenuId'])
  expect(names.map((name) => kept(name))).toEqual(['#112233', true, 'en', 'theme-dark', 'stores'])
  chooseLanguage('zh')
})
