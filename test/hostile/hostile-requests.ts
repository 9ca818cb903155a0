import type { Call } from '#test/server/server.ts'
import type { Random } from '#test/simulation/clock/random.ts'
import { hostileSamples, type Schema } from './hostile-values.ts'

type Content = Record<string, { schema?: Schema }>
type Parameter = { in: string; name: string; schema?: Schema }
type Operation = { parameters?: Parameter[]; requestBody?: { content?: Content } }
/** What is read of the API's own description. */
export type Description = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

export type HostileRequest = { route: string; path: string; call: Call }

/** Routes that the description leaves out: those of the sandbox for payments, which are pages, and of external sign-in. */
const undescribed: Record<string, Record<string, Operation>> = Object.fromEntries(
  ['/sandbox/checkout/{id}', '/sandbox/portal/{id}', '/api/auth/external', '/socket/', '/{id}'].map((path) => [
    path,
    { get: {}, post: {} },
  ]),
)
for (const action of ['pay', 'decline']) undescribed[`/sandbox/checkout/{id}/${action}`] = { post: {} }
undescribed['/sandbox/portal/{id}/{action}'] = { post: {} }

/**
 * Makes requests from the API's description, each for a random route, of which some parts are as described and others hostile:
 * parameters, query, headers and body. `known` are ids that exist, of the caller's company and of others, `links` those of tenants.
 */
export function hostileRequests(
  random: Random,
  description: Description,
  known: readonly string[],
  links: readonly string[] = [],
) {
  const { sample, hostile, text } = hostileSamples(random, description.components.schemas, known)
  const routes = Object.entries({ ...description.paths, ...undescribed }).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const encoded = (value: string) => encodeURIComponent(value.toWellFormed().slice(0, 2_000))

  function pathOf(template: string) {
    return template.replace(
      /\{(\w+)\}/g,
      (_, name: string) =>
        encoded(random.chance(0.6) ? (random.pick(name === 'link' ? links : known) ?? '') : text()) || '_',
    )
  }

  function queryOf(parameters: readonly Parameter[]) {
    const asked = parameters
      .filter((one) => one.in === 'query' && random.chance(0.5))
      // Reads wait for what `after` names, each for up to two seconds.
      .map(({ name, schema = {} }) => `${name}=${name === 'after' ? 1 : encoded(String(sample(schema, 0.3)))}`)
    if (random.chance(0.2)) asked.push(`${encoded(text())}=${encoded(text())}`)
    return asked.length > 0 ? `?${asked.join('&')}` : ''
  }

  function bodyOf(content: Content = {}): Pick<Call, 'body' | 'headers'> {
    const [kind] = Object.keys(content)
    if (random.chance(0.05)) return { body: random.pick(['', '{', '[1,', '"', '{"__proto__":{"a":1}}', 'é\u0000']) }
    // What the description leaves out are the forms of pages.
    if (!kind && random.chance(0.5)) return fieldsOfPage()
    if (kind === 'multipart/form-data' && random.chance(0.8)) return { body: formOf(content[kind]?.schema) }
    const body = random.chance(0.1)
      ? hostile()
      : sample(content[kind ?? '']?.schema ?? {}, random.pick([0, 0.05, 0.3]) ?? 0)
    return random.chance(0.05)
      ? {
          body: String(body),
          headers: { 'content-type': random.pick(['text/xml', 'application/json; charset=utf-7', '*']) ?? '' },
        }
      : { body: body ?? null }
  }

  function fieldsOfPage(): Pick<Call, 'body' | 'headers'> {
    const fields = new URLSearchParams()
    for (const name of ['message', 'time', 'jobBookingId', 'jobStart', 'jobEnd'])
      if (random.chance(0.6)) fields.append(name, String(random.chance(0.4) ? random.pick(known) : hostile()))
    return { body: String(fields), headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  }

  function formOf(schema: Schema = {}) {
    const form = new FormData()
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      const value = sample(field, 0.3)
      form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
    }
    for (const field of ['images', 'file'])
      form.append(
        field,
        new Blob([text(), '\n', text()]),
        text()
          .replaceAll(/[^\w.]/g, '_')
          .slice(0, 200),
      )
    return form
  }

  return (): HostileRequest => {
    const { path, method, operation } = random.pick(routes) ?? { path: '/', method: 'get', operation: {} }
    const used = random.chance(0.05)
      ? (random.pick(['get', 'post', 'put', 'delete', 'patch', 'options']) ?? method)
      : method
    const body = used === 'get' || used === 'options' ? {} : bodyOf(operation.requestBody?.content)
    return {
      route: `${method.toUpperCase()} ${path}`,
      path: pathOf(path) + queryOf(operation.parameters ?? []),
      call: { method: used.toUpperCase(), ...body },
    }
  }
}
