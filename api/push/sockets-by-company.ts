type OfCompany = { data: { companyId: string } }

/** The sockets of this process, by company, so that news of one company costs nothing for the sockets of the others. */
export type SocketsByCompany<Socket> = {
  add(socket: Socket): void
  delete(socket: Socket): void
  of(companyId: string): ReadonlySet<Socket>
  /** The companies that have sockets; changes with them. */
  companies: Pick<ReadonlySet<string>, 'has' | 'size'> & Iterable<string>
}

export function socketsByCompany<Socket extends OfCompany>(): SocketsByCompany<Socket> {
  const byCompany = new Map<string, Set<Socket>>()
  const none: ReadonlySet<Socket> = new Set()
  return {
    add(socket) {
      const { companyId } = socket.data
      const ofCompany = byCompany.get(companyId) ?? new Set()
      byCompany.set(companyId, ofCompany.add(socket))
    },
    delete(socket) {
      const { companyId } = socket.data
      const ofCompany = byCompany.get(companyId)
      ofCompany?.delete(socket)
      if (ofCompany?.size === 0) byCompany.delete(companyId)
    },
    of: (companyId) => byCompany.get(companyId) ?? none,
    companies: {
      has: (companyId) => byCompany.has(companyId),
      get size() {
        return byCompany.size
      },
      [Symbol.iterator]: () => byCompany.keys(),
    },
  }
}
