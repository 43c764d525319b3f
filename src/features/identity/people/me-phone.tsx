import { Button } from 'antd-mobile'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { roleTexts } from '#contract/kit/access/role-names.ts'
import type { Words } from '#contract/kit/words.ts'
import { switchTenant, useSession } from '#src/data/session.ts'
import { Parts } from '#src/kit/parts.tsx'
import { chooseHand, chooseTextSize, hands, textSizes, useDisplaySettings } from '#src/kit/phone/display-settings.ts'
import { chooseSound, useSound } from '#src/kit/phone/sounds.ts'
import { later } from '#src/kit/phone/store/lazy-load.ts'
import { useSync } from '#src/kit/phone/store/local-data.ts'
import { phoneStore } from '#src/kit/phone/store/phone-store.ts'
import { choosePhoneTheme, type PhoneTheme, phoneThemes, usePhoneTheme } from '#src/kit/phone/theme.ts'
import { megabytes } from '#src/kit/phone/time.ts'
import { notice } from '#src/kit/phone/toast.ts'
import { ChoiceBar } from '#src/kit/widgets/phone/choice-bar.tsx'
import { LanguageSwitch } from '#src/kit/widgets/phone/language-switch.tsx'
import { PhonePage } from '#src/kit/widgets/phone/phone-page.tsx'
import { LinkRow } from '#src/kit/widgets/phone/row.tsx'
import { useWords } from '#src/words/words.ts'
import { meWords as words } from './me-words.ts'
import './me-phone.css'

const SignOutSheet = later(() => import('../sign-in/sign-out-sheet.tsx').then((part) => part.SignOutSheet))

const themeWords: Readonly<Record<PhoneTheme, Words>> = { auto: words.themeAuto, light: words.themeLight, dark: words.themeDark }

function Setting({ label, children }: { label: string; children: ReactNode }) {
  return (
    <li className="ph-setting">
      <span>{label}</span>
      {children}
    </li>
  )
}

function Storage() {
  const { say, language } = useWords()
  const [facts, setFacts] = useState<{ isKept: boolean; used: number }>()
  useEffect(() => {
    // Only secure contexts have it.
    if (!navigator.storage) return
    void Promise.all([navigator.storage.persisted(), navigator.storage.estimate()]).then(([isKept, { usage }]) =>
      setFacts({ isKept, used: usage ?? 0 }),
    )
  }, [])
  if (!facts) return null
  return (
    <Setting label={say(words.storage)}>
      <span className="ph-quiet">
        {say(words.used).replace('{used}', megabytes(facts.used, language))} · {say(facts.isKept ? words.persisted : words.notPersisted)}
      </span>
    </Setting>
  )
}

function Queue() {
  const { word, say } = useWords()
  const { waiting, attention } = useSync()
  const news = attention > 0 ? word('pill.attention', { n: attention }) : waiting > 0 ? word('pill.waiting', { n: waiting }) : ''
  return (
    <ul className="ph-rows">
      <LinkRow to="/queue" title={say(words.queue)} side={<span className="ph-quiet">{news || say(words.queueNone)}</span>} />
    </ul>
  )
}

/** The hospitals of a person who belongs to several. */
function Tenants() {
  const { say } = useWords()
  const person = useSession((state) => state.person)
  if (!person || person.belongTenant.length < 2) return null
  const change = async (tenantId: string): Promise<void> => {
    try {
      await switchTenant(tenantId)
    } catch (error) {
      void notice(say(words.tenantFailed).replace('{why}', error instanceof Error ? error.message : String(error)))
    }
  }
  return (
    <Setting label={say(words.tenant)}>
      <span className="ph-field ph-select">
        <select aria-label={say(words.tenant)} value={person.tenantId} onChange={(event) => void change(event.target.value)}>
          {person.belongTenant.map(({ tenantId, tenantName }) => (
            <option key={tenantId} value={tenantId}>
              {tenantName}
            </option>
          ))}
        </select>
      </span>
    </Setting>
  )
}

/** Text size, and the hand that holds the phone. */
function DisplaySettings() {
  const { say } = useWords()
  const { size, hand } = useDisplaySettings()
  return (
    <>
      <Setting label={say(words.text)}>
        <ChoiceBar
          label={say(words.text)}
          value={size}
          options={textSizes.map((value) => ({ value, label: say(words[`text${value}`]) }))}
          onChange={chooseTextSize}
        />
      </Setting>
      <Setting label={say(words.hand)}>
        <ChoiceBar
          label={say(words.hand)}
          value={hand}
          options={hands.map((value) => ({ value, label: say(value === 'left' ? words.handLeft : words.handRight) }))}
          onChange={chooseHand}
        />
      </Setting>
    </>
  )
}

/** The program's version, and a check for a newer one; the bar above the tabs offers it once it is loaded. */
function Version() {
  const { word, say } = useWords()
  const [busy, setBusy] = useState(false)
  const look = async (): Promise<void> => {
    setBusy(true)
    try {
      const registration = await navigator.serviceWorker?.getRegistration()
      await registration?.update()
      if (!registration?.installing && !registration?.waiting) void notice(say(words.newest))
    } catch {
      void notice(word('me.refreshFailed'))
    }
    setBusy(false)
  }
  return (
    <div className="ph-me-version">
      <span className="ph-quiet">{say(words.version).replace('{version}', import.meta.env.VITE_VERSION)}</span>
      <Button fill="none" color="primary" disabled={busy} onClick={() => void look()}>
        {say(words.look)}
      </Button>
    </div>
  )
}

/** Who is signed in, how the phone looks and sounds, and signing out. */
export function MePhone() {
  const { word, say, language } = useWords()
  const person = useSession((state) => state.person)
  const { theme } = usePhoneTheme()
  const { on } = useSound()
  const [isLeaving, setLeaving] = useState(false)
  const [busy, setBusy] = useState(false)
  const themes = phoneThemes.map((value) => ({ value, label: say(themeWords[value]) }))
  const sounds = [
    { value: 'on' as const, label: say(words.soundOn) },
    { value: 'off' as const, label: say(words.soundOff) },
  ]

  const refresh = async (): Promise<void> => {
    setBusy(true)
    const arrived = await phoneStore().pull()
    setBusy(false)
    void notice(word(arrived ? 'me.refreshed' : 'me.refreshFailed'))
  }

  return (
    <PhonePage title={say(words.title)}>
      <section className="ph-person">
        <h2>{person?.realName}</h2>
        <p className="ph-quiet">
          {[person?.tenantName, person?.deptName, person?.roleName && roleTexts(person.roleName, language)].filter(Boolean).join(' · ')}
        </p>
      </section>
      <Queue />
      <ul className="ph-rows">
        <Parts at="me.links" given={{}} />
      </ul>
      <Parts at="me.onCall" given={{}} />
      <ul className="ph-rows">
        <Tenants />
        <Setting label={word('common.language')}>
          <LanguageSwitch />
        </Setting>
        <Setting label={say(words.theme)}>
          <ChoiceBar label={say(words.theme)} value={theme} options={themes} onChange={choosePhoneTheme} />
        </Setting>
        <DisplaySettings />
        <Setting label={say(words.sound)}>
          <ChoiceBar
            label={say(words.sound)}
            value={on ? 'on' : 'off'}
            options={sounds}
            onChange={(value) => chooseSound(value === 'on')}
          />
        </Setting>
        <Parts at="me.settings" given={{}} />
        <Storage />
      </ul>
      <div className="ph-me-actions">
        <Button block color="primary" fill="outline" loading={busy} loadingText={word('common.loading')} onClick={() => void refresh()}>
          {say(words.refresh)}
        </Button>
        <Button block onClick={() => location.assign('/?body=desk')}>
          {say(words.desk)}
        </Button>
        <Button block color="danger" fill="outline" onClick={() => setLeaving(true)}>
          {word('out.title')}
        </Button>
      </div>
      <Version />
      {isLeaving ? (
        <Suspense>
          <SignOutSheet onClose={() => setLeaving(false)} />
        </Suspense>
      ) : null}
    </PhonePage>
  )
}
