/**
 * Circles in a graph of files: one for every group of files that all reach each other, the shortest through the first
 * of its files. `graph` maps a file to a Map whose keys are the files that it imports.
 */
export function findCircles(graph) {
  return findGroups(graph)
    .map((group) => shortestCircle(graph, group))
    .filter((circle) => circle !== null);
}

/** Strongly connected components (Tarjan 1972), without recursion: the graph may be as deep as it has files. */
function findGroups(graph) {
  const index = new Map();
  const low = new Map();
  const stack = [];
  const isOnStack = new Set();
  const groups = [];
  const open = (file) => {
    index.set(file, index.size);
    low.set(file, index.get(file));
    stack.push(file);
    isOnStack.add(file);
    return { file, rest: [...graph.get(file).keys()] };
  };
  for (const start of graph.keys()) {
    if (index.has(start)) continue;
    const path = [open(start)];
    while (path.length > 0) {
      const { file, rest } = path.at(-1);
      const next = rest.shift();
      if (next !== undefined) {
        if (!index.has(next)) path.push(open(next));
        else if (isOnStack.has(next)) low.set(file, Math.min(low.get(file), index.get(next)));
        continue;
      }
      path.pop();
      const parent = path.at(-1)?.file;
      if (parent !== undefined) low.set(parent, Math.min(low.get(parent), low.get(file)));
      if (low.get(file) !== index.get(file)) continue;
      const group = stack.splice(stack.indexOf(file));
      for (const member of group) isOnStack.delete(member);
      groups.push(group.sort());
    }
  }
  return groups;
}

/** Breadth-first from the group's first file back to itself; null when it is alone and does not import itself. */
function shortestCircle(graph, group) {
  const [start] = group;
  const members = new Set(group);
  const cameFrom = new Map();
  const queue = [start];
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    for (const next of graph.get(file).keys()) {
      if (next === start) {
        const circle = [file];
        while (circle[0] !== start) circle.unshift(cameFrom.get(circle[0]));
        return circle;
      }
      if (!members.has(next) || cameFrom.has(next)) continue;
      cameFrom.set(next, file);
      queue.push(next);
    }
  }
  return null;
}
