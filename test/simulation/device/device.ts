import type { EventLoop } from '#test/simulation/clock/event-loop.ts'
import type { Random } from '#test/simulation/clock/random.ts'
import type { HttpServer, Wire } from '#test/simulation/network/http.ts'
import { goodLine, type Line } from '#test/simulation/network/link.ts'
import { pageFetch } from '#test/simulation/network/page-fetch.ts'
import { pageRequest } from '#test/simulation/network/page-request.ts'
import { PhotoForm } from '#test/simulation/network/photo-file.ts'
import { pageSocket, type SocketServer } from '#test/simulation/network/socket.ts'
import type { Page, PageTells } from '#test/simulation/page/page.ts'
import { type PageCode, toasts } from '#test/simulation/page/page-code.ts'
import { pageClocks, pageRandomness } from '#test/simulation/page/page-globals.ts'
import { deviceChannels } from './channels.ts'
import { pageWorker } from './codec.ts'
import { type DeviceCookie, deviceCookie } from './cookie.ts'
import { type Disk, openDisk } from './disk.ts'
import { deviceLocalStorage } from './local-storage.ts'
import { deviceLocks } from './locks.ts'
import { tabStorage } from './tab-storage.ts'

/** One open tab of a device. */
export type Tab = {
  id: number
  alive: boolean
  frozen: boolean
  page: Page
  /** An event of the window or the document. */
  fire(type: string): void
  loseStorage(): void
  cutSocket(): void
  /** Its connections to the storage end with it. */
  leaveStorage(): void
}

/** A phone or computer with one browser, whose tabs share its storage and its line. */
export type Device = {
  name: string
  disk: Disk
  line: Line
  /** Milliseconds that its clock is ahead. */
  clock: { ahead: number }
  cookie: DeviceCookie
  tabs(): readonly Tab[]
  open(): Tab
  /** Closes a tab as a person does: the page hears of it. */
  close(tab: Tab): void
  /** Ends a tab at once. */
  kill(tab: Tab): void
  /** Ends the browser, as a dead battery does, and starts it again. */
  restart(): Promise<void>
  setOnline(online: boolean): void
}

export type DeviceParts = {
  name: string
  loop: EventLoop
  random: Random
  code: PageCode
  server: { handle: HttpServer; admit: SocketServer }
  tells: (device: string, tab: Tab) => PageTells
  log(text: string): void
  fault(text: string): void
}

/** The product's messages need its elements. */
const quiet = { success: () => undefined, failure: () => undefined, undoable: () => undefined }

/** More than a day of changing people needs. */
const mostReloads = 30

export function openDevice({ name, loop, random, code, server, tells, log, fault }: DeviceParts): Device {
  const disk = openDisk(code, loop, random)
  const line = goodLine()
  const clock = { ahead: 0 }
  const cookie = deviceCookie(loop)
  const localStorage = deviceLocalStorage(loop)
  const locks = deviceLocks(loop)
  const channels = deviceChannels(loop, random)
  let tabs: Tab[] = []
  let last = 0
  let reloads = 0

  const end = (tab: Tab) => {
    tab.alive = false
    tabs = tabs.filter((one) => one !== tab)
    locks.died(tab)
    channels.died(tab)
    tab.leaveStorage()
    tab.cutSocket()
  }
  const open = (): Tab => {
    last += 1
    const owner = { alive: true, frozen: false }
    const events = new EventTarget()
    const storage = tabStorage(loop, disk, owner)
    const socket = pageSocket(loop, random, owner, line, server.admit)
    const wire: Wire = {
      ...{ line, cookie, server: server.handle },
      note: (text) => log(`${name} tab ${tab.id} ${text}`),
    }
    const listening = {
      addEventListener: events.addEventListener.bind(events),
      removeEventListener: events.removeEventListener.bind(events),
    }
    const document = { ...listening, visibilityState: 'visible' }
    const reload = () => {
      log(`${name} tab ${tab.id} reloads itself`)
      reloads += 1
      if (reloads > mostReloads) return fault(`${name} reloads itself again and again`)
      loop.post(() => {
        if (!tab.alive) return
        device.close(tab)
        device.open()
      }, 1)
    }
    const globals = {
      ...pageClocks(loop, owner, () => clock.ahead),
      ...pageRandomness(random),
      ...listening,
      ...storage,
      document,
      window: listening,
      location: { reload, pathname: '/day' },
      localStorage: localStorage.of(owner),
      BroadcastChannel: channels.of(owner),
      navigator: {
        locks: locks.of(owner),
        get onLine() {
          return line.online
        },
      },
      fetch: pageFetch(loop, random, owner, wire),
      XMLHttpRequest: pageRequest(loop, random, owner, wire),
      Worker: pageWorker(loop, random, owner),
      OffscreenCanvas: Object,
      FormData: PhotoForm,
      structuredClone,
      console: { error: () => undefined, warn: () => undefined, info: () => undefined, log: () => undefined },
      process: { env: {} },
      globalThis: { setTimeout },
    }
    const page = code.page(globals, { 'socket.io-client': { io: socket.io }, [toasts]: { toast: quiet } })
    const tab: Tab = Object.assign(owner, {
      id: last,
      page,
      fire: (type: string) => void events.dispatchEvent(new Event(type)),
      loseStorage: storage.lose,
      cutSocket: socket.cut,
      leaveStorage: storage.died,
    })
    tabs = [...tabs, tab]
    page.start(tells(name, tab))
    return tab
  }
  const device: Device = {
    name,
    disk,
    line,
    clock,
    cookie,
    tabs: () => tabs,
    open,
    close(tab) {
      tab.fire('pagehide')
      device.kill(tab)
    },
    kill: end,
    async restart() {
      for (const tab of tabs) end(tab)
      localStorage.crash()
      cookie.crash()
      await disk.crash()
    },
    setOnline(online) {
      if (line.online === online) return
      line.online = online
      for (const tab of tabs) tab.fire(online ? 'online' : 'offline')
    },
  }
  return device
}
