import {
  CloseOutlined,
  CompressOutlined,
  ExpandOutlined,
  GlobalOutlined,
  MoonOutlined,
  PauseOutlined,
  PlayCircleOutlined,
  SunOutlined,
  SwapOutlined,
} from '@ant-design/icons'
import { ConfigProvider, theme } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { virtualNickName } from '#contract/roles.ts'
import { chooseLanguage } from '#src/data/language.ts'
import { signOut, useSession } from '#src/data/session.ts'
import { dateFormat } from '#src/kit/formats.ts'
import { useWords, type WordKey } from '#src/words/words.ts'
import { type BoardTheme, boardColours, boardThemes, chooseBoardTheme, useBoardTheme } from './board-theme.ts'
import { ageText, useNow } from './board-time.ts'
import { useKeptProgram } from './keep-program.ts'
import { usePlay } from './play.ts'
import { useNewRelease } from './release.ts'
import './board.css'

interface Props {
  readonly title: string
  /** When the shown figures were answered, milliseconds; 0: there are none. */
  readonly at: number
  /** The server does not answer. */
  readonly isCut: boolean
  readonly error: Error | null
  /** The theme that the board itself asks for; that of the screen when absent. */
  readonly theme?: BoardTheme | undefined
  readonly children: ReactNode
}

/** Figures older than this are marked as old even without an error, milliseconds. */
const freshMs = 60_000

/** Frame of a wall board: title, clock and age of the figures above, the panels below, scaled to the window. */
export function BoardFrame(props: Props): ReactNode {
  const chosen = useBoardTheme((state) => state.of)
  const of = props.theme ?? chosen
  return (
    <ConfigProvider theme={{ inherit: false, ...boardThemes[of] }}>
      <Framed {...props} />
    </ConfigProvider>
  )
}

function Framed({ title, at, isCut, error, theme: own, children }: Props): ReactNode {
  const { word } = useWords()
  const { token } = theme.useToken()
  const chosen = useBoardTheme((state) => state.of)
  const hospital = useSession((state) => state.person?.tenantName)
  useNewRelease()
  useKeptProgram()
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <main className="eam-board" data-tones={own ?? chosen} style={boardColours(token)} aria-label={title}>
      <header>
        <h1>
          {title}
          <small>{hospital}</small>
        </h1>
        <Age at={at} isCut={isCut} error={error} />
        <Clock />
        <Tools hasTheme={own !== undefined} />
      </header>
      {at === 0 ? <p className="eam-board-wait">{error ? error.message : word('board.loading')}</p> : children}
    </main>
  )
}

function Clock(): ReactNode {
  const { language } = useWords()
  const now = new Date(useNow())
  return (
    <time dateTime={now.toISOString()} className="eam-board-clock">
      <span>{dateFormat(language, { month: 'long', day: 'numeric', weekday: 'short' }).format(now)}</span>
      <strong>{dateFormat(language, { hour: '2-digit', minute: '2-digit', hour12: false }).format(now)}</strong>
    </time>
  )
}

/** How old the figures are, as text and not by colour alone. */
function Age({ at, isCut, error }: Pick<Props, 'at' | 'isCut' | 'error'>): ReactNode {
  const { word, language } = useWords()
  const age = useNow() - at
  if (at === 0) return <span className="eam-board-age" />
  const isOld = isCut || error !== null || age > freshMs
  const values = { age: ageText(age, language) }
  return (
    <span role="status" className={isOld ? 'eam-board-age eam-board-old' : 'eam-board-age'}>
      {isOld ? word(isCut ? 'board.cut' : 'board.old', values) : word('board.live')}
    </span>
  )
}

function Tools({ hasTheme }: { readonly hasTheme: boolean }): ReactNode {
  const { word, say, language } = useWords()
  const navigate = useNavigate()
  const { next, isPlaying, goNext, togglePlay } = usePlay()
  const of = useBoardTheme((state) => state.of)
  const isVirtual = useSession((state) => state.person?.nickName === virtualNickName)
  const [isFull, setFull] = useState(document.fullscreenElement !== null)
  useEffect(() => {
    const follow = (): void => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [])
  const closeBoard = async (): Promise<void> => {
    if (document.fullscreenElement) await document.exitFullscreen()
    if (isVirtual) return void (await signOut())
    window.close()
    // A window that was not opened from the menu stays open.
    if (!window.closed) void navigate('/')
  }
  const tool = (label: string, icon: ReactNode, act: () => void): ReactNode => (
    <button type="button" title={label} aria-label={label} onClick={act}>
      {icon}
    </button>
  )
  const said = (key: WordKey, icon: ReactNode, act: () => void): ReactNode => tool(word(key), icon, act)
  return (
    <nav aria-label={word('board.tools')}>
      {next && tool(word('board.to', { board: say(next.title) }), <SwapOutlined />, goNext)}
      {next && said(isPlaying ? 'board.stop' : 'board.play', isPlaying ? <PauseOutlined /> : <PlayCircleOutlined />, togglePlay)}
      {!hasTheme &&
        said(of === 'dark' ? 'board.light' : 'board.dark', of === 'dark' ? <SunOutlined /> : <MoonOutlined />, () =>
          chooseBoardTheme(of === 'dark' ? 'light' : 'dark'),
        )}
      {tool(word(language === 'zh' ? 'language.en' : 'language.zh'), <GlobalOutlined />, () =>
        chooseLanguage(language === 'zh' ? 'en' : 'zh'),
      )}
      {said(
        isFull ? 'shell.smallScreen' : 'shell.fullScreen',
        isFull ? <CompressOutlined /> : <ExpandOutlined />,
        () => void (isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen()),
      )}
      <button type="button" className="eam-board-leave" onClick={() => void closeBoard()}>
        <CloseOutlined /> {word(isVirtual ? 'board.signOut' : 'board.leave')}
      </button>
    </nav>
  )
}
