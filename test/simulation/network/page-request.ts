import type { EventLoop, Owner } from '#test/simulation/clock/event-loop.ts'
import type { Random } from '#test/simulation/clock/random.ts'
import { type PageRequest, sendOver, type Wire } from './http.ts'
import { PhotoFile, PhotoForm } from './photo-file.ts'

/** The XMLHttpRequest of a page, as far as photos are sent with it. */
export const pageRequest = (loop: EventLoop, random: Random, owner: Owner, wire: Wire) =>
  class {
    onload: (() => void) | undefined
    onerror: (() => void) | undefined
    onabort: (() => void) | undefined
    onloadend: (() => void) | undefined
    upload: { onprogress?: (progress: { loaded: number; total: number }) => void } = {}
    status = 0
    responseText = ''
    #about: PageRequest = { method: 'GET', path: '' }
    #isOver = false

    open(method: string, path: string) {
      this.#about = { method, path }
    }
    setRequestHeader(name: string, value: string) {
      if (name === 'authorization') this.#about.token = value.replace('Bearer ', '')
    }
    send(body: PhotoForm | PhotoFile | string | null) {
      if (!owner.alive) return
      const request = {
        ...this.#about,
        ...(body === null ? {} : { body: body instanceof PhotoFile ? body.content : body }),
      }
      const total = body instanceof PhotoForm ? (body.file?.content.size ?? 0) : 0
      loop.post(() => this.#isOver || this.upload.onprogress?.({ loaded: Math.floor(total / 2), total }), 5, owner)
      sendOver({ loop, random, owner, wire }, request, {
        answered: ({ status, body: answer }) => {
          this.status = status
          this.responseText = answer === undefined ? '<html>' : JSON.stringify(answer)
          this.#end(this.onload)
        },
        broken: () => this.#end(this.onerror),
        isGone: () => this.#isOver,
      })
    }
    abort() {
      if (!this.#isOver) this.#end(this.onabort)
    }
    #end(tell: (() => void) | undefined) {
      this.#isOver = true
      tell?.()
      this.onloadend?.()
    }
  }
