// The official TypeScript client, version 1: the era of the handshake.
import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { check } from './checks.mjs';

const [target, tool, args, ...rest] = process.argv.slice(2);
const transport = target === 'stdio'
  ? new StdioClientTransport({ command: rest[0], args: rest.slice(1), stderr: 'inherit' })
  : new StreamableHTTPClientTransport(new URL(rest[0]));
const client = new Client({ name: 'interop-v1', version: '1' });
client.regentSDK = 1;
await client.connect(transport);
assert.ok(client.getServerVersion().name);
await client.ping();
await check(client, tool, args, { slow: process.env.SLOW_TOOL });
await client.close();
console.log(`ok: TypeScript v1, ${target}`);
