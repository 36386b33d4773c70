// What every client checks, whatever SDK and era it is of.
//
//   node v1.mjs stdio TOOL ARGUMENTS COMMAND [ARGS...]
//   node v2.mjs MODE http TOOL ARGUMENTS URL
//
// A %n in ARGUMENTS becomes another number in each call, since a guard that
// sees the same call again and again rightly says so.
import assert from 'node:assert/strict';

export async function check(client, tool, template, { slow } = {}) {
  let n = process.pid * 1000;
  const call = () => client.callTool({ name: tool, arguments: JSON.parse(template.replaceAll('%n', n++)) });
  const { tools } = await client.listTools();
  assert.ok(tools.some((t) => t.name === tool), `${tool} is not listed`);
  assert.deepEqual(tools.map((t) => t.name), tools.map((t) => t.name).sort(), 'tools are not sorted');

  const result = await call();
  assert.equal(result.isError ?? false, false, result.content[0].text);
  assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent);

  await assert.rejects(client.callTool({ name: 'no_such_tool', arguments: {} }), (e) => /-32602/.test(`${e.code} ${e.message}`));

  const many = await Promise.all(Array.from({ length: 20 }, call));
  assert.equal(many.length, 20);

  if (slow) {
    const abort = new AbortController();
    setTimeout(() => abort.abort('enough'), 50);
    await assert.rejects(client.callTool({ name: slow, arguments: { ms: 60000 } }, ...slowOptions(client, abort.signal)));
    const after = await call();
    assert.equal(after.isError ?? false, false, after.content[0].text);
  }
}

// v1 takes a result schema before the options, v2 doesn't.
function slowOptions(client, signal) {
  return client.regentSDK === 1 ? [undefined, { signal }] : [{ signal }];
}
