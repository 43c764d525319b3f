import { Button, ColorPicker, Modal, Segmented, theme } from 'antd'
import type { ReactNode } from 'react'
import { useWords } from '#src/words/words.ts'
import { navigations, useNavigation } from '../nav/navigation.ts'
import { type ChosenTheme, changeLook, chooseTheme, useLook } from './look.ts'
import { ThemePicture } from './theme-picture.tsx'
import { defaultColour, themeNames, themeOf } from './themes.ts'

interface Props {
  readonly isOpen: boolean
  readonly onClose: () => void
}

const choices: readonly ChosenTheme[] = [
  'theme-white',
  'theme-dark',
  'theme-system',
  ...themeNames.filter((name) => !/white|dark/.test(name)),
]

/** Chooses theme, colour and navigation; they show at once. */
export function LookDialog({ isOpen, onClose }: Props): ReactNode {
  const { word, say } = useWords()
  const { themeName } = useLook()
  return (
    <Modal open={isOpen} onCancel={onClose} title={word('look.title')} footer={null} width={640} destroyOnHidden>
      <div className="eam-look">
        <h3 id="look-theme">{word('look.theme')}</h3>
        <div className="eam-themes" role="radiogroup" aria-labelledby="look-theme">
          {choices.map((name) => {
            const facts = name === 'theme-system' ? undefined : themeOf(name)
            return (
              <label key={name} className="eam-theme">
                <input type="radio" name="theme" checked={name === themeName} onChange={() => chooseTheme(name)} />
                <ThemePicture theme={facts} />
                <span>{facts ? say(facts) : word('look.system')}</span>
              </label>
            )
          })}
        </div>
        <Colour />
        <NavigationChoice />
      </div>
    </Modal>
  )
}

/** What the side bar begins with. */
function NavigationChoice(): ReactNode {
  const { word } = useWords()
  const [navigation, choose] = useNavigation()
  const options = navigations.map((value) => ({ value, label: word(`navigation.${value}`) }))
  return (
    <>
      <h3 id="look-navigation">{word('navigation.title')}</h3>
      <Segmented value={navigation} onChange={choose} options={options} aria-labelledby="look-navigation" />
    </>
  )
}

/** The colour: the button shows what is drawn, and a sentence says so where it is not quite the chosen one. */
function Colour(): ReactNode {
  const { word } = useWords()
  const { colorName } = useLook()
  const { token } = theme.useToken()
  const shownColor = token.colorPrimary
  return (
    <>
      <h3>{word('look.colour')}</h3>
      <div className="eam-colour">
        <ColorPicker
          value={colorName}
          disabledAlpha
          presets={[{ label: word('look.presets'), colors: [defaultColour, '#0b7a75', '#4f46e5', '#b45309', '#be123c', '#475569'] }]}
          onChangeComplete={(colour) => changeLook({ colorName: colour.toHexString() })}
        >
          <Button
            icon={<span className="eam-swatch" style={{ background: shownColor }} />}
            aria-label={word('look.pick', { colour: shownColor.toUpperCase() })}
          >
            {shownColor.toUpperCase()}
          </Button>
        </ColorPicker>
        {shownColor.toLowerCase() !== colorName.toLowerCase() && (
          <span className="eam-hint">{word('look.drawn', { chosen: colorName.toUpperCase() })}</span>
        )}
      </div>
    </>
  )
}
