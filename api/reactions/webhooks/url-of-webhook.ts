import { invalid } from '#api/http/errors.ts'
import { type Resolve, reachable } from './sending/addresses.ts'

/** The url that somebody gives a webhook, as it is kept. Throws a 400 for one that can never be sent to. */
export async function urlOfWebhook(text: string, mayBePrivate: boolean, resolve?: Resolve): Promise<string> {
  const url = URL.parse(text.trim())
  if (!url) throw invalid('Give a whole address, such as https://hooks.example.com/fettle.', 'url')
  if (url.username || url.password)
    throw invalid('The address may hold no username or password. Deliveries are signed instead.', 'url')
  url.hash = ''
  const found = await reachable(url, mayBePrivate, resolve)
  if (found === 'not-https')
    throw invalid(
      mayBePrivate ? 'The address must begin with https:// or http://.' : 'The address must begin with https://.',
      'url',
    )
  // A name that is not known yet may be soon; each delivery is checked again.
  if (found === 'address-not-public')
    throw invalid('The address is inside a private network, which Fettle may not reach.', 'url')
  return url.href
}
