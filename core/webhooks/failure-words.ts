import type { SendFailure } from './delivery.ts'

type Words = { short: string; long: string }

const words: Record<SendFailure, Words> = {
  'address-not-public': {
    short: 'Private address',
    long: 'The address leads into a private network, which Fettle may not reach.',
  },
  'not-https': { short: 'Not https', long: 'The address must begin with https://.' },
  'host-not-found': { short: 'Not found', long: 'No server of that name was found. Check the address.' },
  'not-connected': { short: 'No connection', long: 'The server didn’t take the connection.' },
  certificate: { short: 'Certificate', long: 'The server’s certificate isn’t valid.' },
  timeout: { short: 'Timeout', long: 'The server didn’t answer within ten seconds.' },
  'cut-off': { short: 'Cut off', long: 'The connection ended before there was an answer.' },
  'secret-unreadable': {
    short: 'Secret',
    long: 'The secret of this webhook can’t be read any more. Delete the webhook and make a new one.',
  },
  'not-visible': {
    short: 'Not sent',
    long: 'This webhook may no longer see what happened, so it isn’t sent.',
  },
}

const isKnown = (failure: string): failure is SendFailure => Object.hasOwn(words, failure)

/** Why nothing was sent or no answer came, in a word or two for a list, and in a sentence. */
export const wordsOfFailure = (failure: string): Words =>
  isKnown(failure) ? words[failure] : { short: 'Failed', long: 'It couldn’t be sent.' }
